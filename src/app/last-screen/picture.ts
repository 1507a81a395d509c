import { LAST_SCREEN } from '../../../contract/worker/last-screen.ts'

/** Elements that a picture may contain. Anything else could load, run or cover something. */
const DRAWN = new Set(
  `a abbr article aside b bdi br button caption code col colgroup dd details div dl dt em fieldset figcaption figure
   footer form g h1 h2 h3 h4 header hr i input kbd label legend li main mark meter nav ol option output p path progress
   rect circle ellipse line polyline polygon search section select small span strong sub summary sup svg table tbody td
   textarea tfoot th thead time title tr u ul`.split(/\s+/),
)

/** Attributes that would name, focus, load or send something. */
const LEFT_OUT =
  /^(on|id$|name$|for$|form|action|autofocus|tabindex|target|ping|download|src|style$|href|xlink|usemap)/

/** Picture as HTML, and its positions, which a content security policy allows in a style sheet alone. */
interface Drawing {
  html: string
  css: string
}

/**
 * Draws what an element shows: a copy without scripts, handlers, links and passwords, whose inline styles are classes.
 */
export function drawScreen(root: Element): Drawing {
  const classes = new Map<string, string>()
  const copy = document.createElement('div')
  for (const child of root.children) {
    const drawn = draw(child, classes)
    if (drawn) copy.append(drawn)
  }
  const css = [...classes].map(([style, name]) => `#${LAST_SCREEN} .${name}{${style}}`).join('\n')
  return { html: copy.innerHTML, css }
}

function draw(element: Element, classes: Map<string, string>): Element | null {
  if (!DRAWN.has(element.localName)) return null
  const copy = element.cloneNode(false) as Element
  for (const { name } of [...copy.attributes]) if (LEFT_OUT.test(name)) copy.removeAttribute(name)
  const style = element.getAttribute('style')
  // A sign of less would end the style sheet; custom properties may contain texts.
  if (style && !/[<{}]/.test(style)) {
    const name = classes.get(style) ?? `at${classes.size}`
    classes.set(style, name)
    copy.classList.add(name)
  }
  copyState(element, copy)
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data)
    else if (child instanceof Element) {
      const drawn = draw(child, classes)
      if (drawn) copy.append(drawn)
    }
  }
  return copy
}

/** Writes what a person has entered into the attributes, which HTML knows. */
function copyState(element: Element, copy: Element): void {
  if (element instanceof HTMLInputElement) {
    const isText = !['password', 'file', 'checkbox', 'radio'].includes(element.type)
    copy.removeAttribute('value')
    if (isText) copy.setAttribute('value', element.value)
    copy.toggleAttribute('checked', element.checked)
  }
  if (element instanceof HTMLOptionElement) copy.toggleAttribute('selected', element.selected)
}
