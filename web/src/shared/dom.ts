// Small helpers for elements. Text goes in as text, never as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An element of `index.html`. */
export function need<T extends Element>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`index.html has no ${type.name} #${id}`);
  return element;
}

type Attributes = Readonly<Record<string, string>>;

/** A new element with attributes and children; strings become text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** An icon from the sprite in `index.html`. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.append(use);
  return svg;
}

/** Writes a text only when it differs: writing costs layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Makes a tree look like another one and keeps its elements where kinds and places agree, so that what has the
 * focus or is pressed stays. Listeners stay with the old elements: attributes identify the rows.
 */
export function patch(old: Node, made: Node): void {
  if (old.nodeName !== made.nodeName || !(old instanceof Element) || !(made instanceof Element)) {
    if (old.nodeType === Node.TEXT_NODE && made.nodeType === Node.TEXT_NODE) {
      if (old.nodeValue !== made.nodeValue) old.nodeValue = made.nodeValue;
    } else old.parentNode?.replaceChild(made, old);
    return;
  }
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes) setAttribute(old, name, value);
  const [kept, wanted] = [[...old.childNodes], [...made.childNodes]];
  wanted.forEach((child, at) => {
    const known = kept[at];
    if (known) patch(known, child);
    else old.append(child);
  });
  for (const child of kept.slice(wanted.length)) child.remove();
}
