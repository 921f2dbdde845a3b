// Changing HTML in place: what stays the same keeps its focus, its scroll position, and whether it is folded open.

function keyOf(node) {
  return node.nodeType === 1 ? node.getAttribute("data-key") || node.id || null : null;
}

/** A slider that has not been moved for 0.7 seconds. */
const rests = (node) => node.type === "range" && !(performance.now() - node.moved < 700);

function syncAttributes(from, to) {
  for (const { name, value } of [...to.attributes]) {
    // The person decides whether a <details> is open, unless data-open overrules.
    if (name === "open" && from.localName === "details") continue;
    if (from.getAttribute(name) !== value) {
      from.setAttribute(name, value);
      if (name === "value" && (from !== document.activeElement || rests(from))) from.value = value;
      if (name === "data-open") from.open = value === "1";
    }
  }
  for (const { name } of [...from.attributes]) {
    if (name === "open" && from.localName === "details") continue;
    if (!to.hasAttribute(name)) from.removeAttribute(name);
  }
  if (from.localName === "option") from.selected = to.hasAttribute("selected");
  if (from.localName === "input" && (from.type === "checkbox" || from.type === "radio")) {
    from.checked = to.hasAttribute("checked");
  }
}

function morphNode(from, to) {
  if (from.nodeType !== 1) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  if (from.isEqualNode(to) && from.localName !== "select") return;
  syncAttributes(from, to);
  morphChildren(from, to);
}

function morphChildren(from, to) {
  const keyed = new Map();
  for (const child of from.childNodes) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  let place = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const key = keyOf(wanted);
    let match = null;
    if (key) {
      match = keyed.get(key) || null;
      if (match && match.nodeName !== wanted.nodeName) match = null;
    } else {
      let candidate = place;
      while (candidate && keyOf(candidate)) candidate = candidate.nextSibling;
      if (candidate && candidate.nodeName === wanted.nodeName) match = candidate;
    }
    if (match) {
      if (match === place) place = place.nextSibling;
      else from.insertBefore(match, place);
      morphNode(match, wanted);
    } else {
      from.insertBefore(wanted, place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/** Make the content of `element` be `html`. */
function morph(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = [...element.querySelectorAll("*")].filter((node) => node.scrollTop > 0)
    .map((node) => [node, node.scrollTop]);
  morphChildren(element, template.content);
  for (const [node, top] of scrolled) if (node.isConnected && node.scrollTop !== top) node.scrollTop = top;
  if (!active || document.activeElement === active) return;
  // The focused element moved, or an equivalent one is elsewhere now.
  const key = keyOf(active);
  const again = active.isConnected ? active
    : key && element.querySelector(`[data-key="${CSS.escape(key)}"], #${CSS.escape(key)}`);
  if (again) again.focus({ preventScroll: true });
  else element.dispatchEvent(new CustomEvent("elric:focus-lost", { bubbles: true }));
}
