"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const languages = all("article[data-lang]").map((article) => article.dataset.lang);
  let shown = languages[0];

  // --- language -----------------------------------------------------------------------------------
  const articleOf = (language) => document.querySelector(`article[data-lang="${language}"]`);
  const languageOf = (id) => languages.find((language) => id.startsWith(language + "-"));

  function show(language) {
    if (!languages.includes(language)) return;
    shown = language;
    document.documentElement.lang = language;
    document.title = articleOf(language).dataset.title;
    for (const part of all("[data-lang]")) part.hidden = part.dataset.lang !== language;
    for (const button of all(".switch button")) {
      button.setAttribute("aria-pressed", String(button.dataset.to === language));
    }
    scrollers();
    try { localStorage.setItem("rules-language", language); } catch { /* no storage: not remembered */ }
  }

  function atTop() {
    const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
    const sections = all(`article[data-lang="${shown}"] section`);
    return sections.filter((section) => section.getBoundingClientRect().top <= bar + 40).pop();
  }

  function here() {
    try { return decodeURIComponent(location.hash.slice(1)); } catch { return ""; } // no address of ours
  }

  // What the reader looks at: the place that the address names as long as it is in sight, else the section.
  function place() {
    const named = document.getElementById(here());
    const top = named?.getBoundingClientRect().top ?? -1;
    return named?.closest(`[data-lang="${shown}"]`) && top >= 0 && top < innerHeight / 2 ? named : atTop();
  }

  for (const button of all(".switch button")) {
    button.addEventListener("click", () => {
      const at = place();
      const from = shown;
      show(button.dataset.to);
      const same = at && document.getElementById(shown + at.id.slice(from.length));
      if (same || location.hash) history.replaceState(null, "", "#" + (same?.id ?? shown + "-top"));
      same?.scrollIntoView({ behavior: "instant" });
    });
  }

  function follow() {
    const id = here();
    const language = languageOf(id);
    if (language && language !== shown) {
      show(language);
      document.getElementById(id)?.scrollIntoView({ behavior: "instant" });
    }
  }
  addEventListener("hashchange", follow);

  // --- search --------------------------------------------------------------------------------------
  const plain = (text) => text.toLowerCase().replaceAll("ё", "е").replace(/[“”„«»"]/g, "").replace(/[’‘]/g, "'")
    .normalize("NFKD").replace(/[\u0300-\u0305\u0307-\u036f]/g, "");
  // Other forms of a word begin as it does: without its ending it finds them too.
  const ENDING = /(?:[иы]ями|[аяыи]ми|[оеы]го|[оеы]му|[аяиы][мх]|[ое][вйм]|[иы]й|[аоиы]я|[ое]е|[иы]е|[ую]ю|ью|[аяоеыиуюьй]|ies|es|s|y)$/;
  const stem = (word) => { const cut = word.replace(ENDING, ""); return cut.length < 3 ? word : cut; };
  const wordsIn = (text) => plain(text).split(/\s+/).filter(Boolean);
  const books = new Map();

  function sectionsOf(language) {
    if (!books.has(language)) {
      const listed = `section:not(#${language}-index, #${language}-index section)`; // the index only repeats
      books.set(language, all(listed, articleOf(language)).map((section) => {
        const heading = section.querySelector("h2, h3, h4, h5, h6");
        const own = [...section.children].filter((child) => child.tagName !== "SECTION" && child !== heading);
        const title = heading.textContent.replace(/#$/, "").trim();
        const text = own.filter((child) => child.tagName !== "FIGURE").map((child) => child.textContent.trim()).join(" ").replace(/\s+/g, " ");
        const isList = !!section.closest(`#${language}-clauses`);
        return { id: section.id, title, text, isList, inTitle: plain(title), inText: plain(title + " " + text) };
      }));
    }
    return books.get(language);
  }

  function search(text) {
    const words = wordsIn(text);
    if (!words.length) return null;
    const count = (form, where) => words.filter((word) => where.includes(form(word))).length;
    const worth = (section) => section.isList ? -1
      : 3 * count((word) => word, section.inTitle) + 2 * count(stem, section.inTitle) + count((word) => word, section.inText);
    return sectionsOf(shown)
      .filter((section) => words.every((word) => section.inText.includes(stem(word))))
      .map((section, order) => ({ section, order, worth: worth(section) }))
      .sort((a, b) => b.worth - a.worth || a.order - b.order)
      .map((found) => found.section);
  }

  function snippet(section, text) {
    const at = Math.max(0, plain(section.text).indexOf(stem(wordsIn(text)[0] ?? "")) - 40);
    return (at ? "…" : "") + section.text.slice(at, at + 130) + (section.text.length > at + 130 ? "…" : "");
  }

  for (const form of all("form[role=search]")) {
    const input = form.querySelector("input");
    const list = form.querySelector(".results");
    const count = form.querySelector(".count");
    const clear = () => { list.hidden = true; list.replaceChildren(); count.textContent = ""; };
    const update = () => {
      const found = search(input.value);
      if (!found) return clear();
      count.textContent = found.length ? input.dataset.found.replace("{n}", found.length) : input.dataset.none;
      list.replaceChildren(...found.slice(0, 30).map((section) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        const title = document.createElement("b");
        const rest = document.createElement("small");
        link.href = "#" + section.id;
        title.textContent = section.title;
        rest.textContent = snippet(section, input.value);
        link.append(title, rest);
        link.addEventListener("click", clear);
        item.append(link);
        return item;
      }));
      list.hidden = !found.length;
    };
    input.addEventListener("input", update);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector("a")?.click();
    });
    form.addEventListener("keydown", (event) => {
      const links = all("a", list);
      const at = links.indexOf(document.activeElement);
      if (event.key === "Escape") { input.value = ""; clear(); input.focus(); }
      if (event.key === "ArrowDown" && links.length) { event.preventDefault(); links[Math.min(at + 1, links.length - 1)].focus(); }
      if (event.key === "ArrowUp" && at >= 0) { event.preventDefault(); (links[at - 1] ?? input).focus(); }
    });
    form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) clear(); });
    input.addEventListener("focus", update);
  }
  addEventListener("keydown", (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      document.querySelector(`.find[data-lang="${shown}"] input`)?.focus();
    }
  });

  // --- where the reader is -------------------------------------------------------------------------
  let isAsked = false;
  function mark() {
    isAsked = false;
    const section = atTop();
    for (const link of all(".contents [aria-current]")) link.removeAttribute("aria-current");
    const chapter = section?.closest("section.level-2");
    const link = chapter && document.querySelector(`.contents a[href="#${CSS.escape(chapter.id)}"]`);
    link?.setAttribute("aria-current", "true");
  }
  addEventListener("scroll", () => {
    if (!isAsked) { isAsked = true; requestAnimationFrame(mark); }
  }, { passive: true });

  // --- wide tables --------------------------------------------------------------------------------
  // Only what scrolls is reached by the keyboard, and then has a name.
  function scrollers() {
    for (const box of all(".scroll", articleOf(shown))) {
      const scrolls = box.scrollWidth > box.clientWidth + 1;
      const name = (box.querySelector("caption") ?? box.closest("section").firstElementChild).textContent.replace(/#$/, "");
      const given = { tabindex: "0", role: "group", "aria-label": name };
      for (const [key, value] of Object.entries(given)) scrolls ? box.setAttribute(key, value) : box.removeAttribute(key);
    }
  }
  addEventListener("resize", () => requestAnimationFrame(scrollers));

  // --- print ---------------------------------------------------------------------------------------
  // Short editions have a number of pages: letters are as large as these allow with the fonts of this reader.
  const PAGES = { "edition-aid": 1, "edition-summary": 2 };
  const LARGEST = 1.28, USUAL = 1, SMALLEST = 0.8, STEP = 0.02;
  const GAP = 31; // between columns, about

  // The first size at which the text stays within so many pages: columns beyond stand to the right of them.
  function largest(article, pages, least) {
    for (let size = LARGEST; size >= least; size -= STEP) {
      document.documentElement.style.setProperty("--fit", size.toFixed(2));
      if (article.scrollWidth <= article.clientWidth * pages + GAP * pages) return true;
    }
    return false;
  }

  function fit() {
    const pages = PAGES[document.documentElement.className];
    const article = articleOf(shown);
    const print = [...document.styleSheets[0].cssRules].find((rule) => rule.media?.mediaText === "print");
    if (!pages || !article || !print) return;
    print.media.mediaText = "all";
    article.classList.add("measured");
    for (let few = 1; few <= pages; few++) {
      if (largest(article, few, few < pages ? USUAL : SMALLEST)) break;
    }
    article.classList.remove("measured");
    print.media.mediaText = "print";
  }
  addEventListener("beforeprint", fit);

  // --- begin ---------------------------------------------------------------------------------------
  let remembered = null;
  try { remembered = localStorage.getItem("rules-language"); } catch { /* no storage */ }
  const wanted = languageOf(here())
    ?? (languages.includes(remembered) ? remembered : null)
    ?? languages.find((language) => (navigator.language || "").startsWith(language))
    ?? languages[0];
  if (languages.length > 1) show(wanted);
  else scrollers();
  follow();
  mark();
})();
