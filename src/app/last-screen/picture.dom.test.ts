// Specification 8.17

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawScreen } from './picture.ts'

function screen(html: string): Element {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}
const drawn = (html: string) => drawScreen(screen(html)).html

describe('drawScreen', () => {
  it('copies texts, classes and what the styles depend on', () => {
    const html = '<main class="report"><button aria-expanded="false" data-x="1">Скачать</button></main>'
    expect(drawn(html)).toBe(html)
  })

  it('writes positions as classes of a style sheet, each once', () => {
    const { html, css } = drawScreen(
      screen('<p style="top: 26px;">a</p><p style="top: 26px;">b</p><b style="left: 1px;">c</b>'),
    )
    expect(html).toBe('<p class="at0">a</p><p class="at0">b</p><b class="at1">c</b>')
    expect(css).toBe('#last-screen .at0{top: 26px;}\n#last-screen .at1{left: 1px;}')
  })

  it('leaves out what could run, load, send or be focused', () => {
    const hostile = `<script>alert(1)</script><style>p{}</style><iframe src="/x"></iframe><object data="x"></object>
      <img src="//evil/x" onerror="alert(1)"><video src="x"></video><canvas></canvas><template><p>t</p></template>
      <a href="javascript:alert(1)" onclick="x()" id="a" name="b" tabindex="0" target="_blank" ping="/p">link</a>
      <form action="//evil" id="f"><button formaction="//evil" form="f">send</button></form>
      <svg><script>1</script><foreignObject><p>x</p></foreignObject><use href="//evil#a" xlink:href="//evil"/></svg>`
    const copy = screen(drawn(hostile))
    expect(
      copy.querySelectorAll(
        'script, style, iframe, object, img, video, canvas, template, use, foreignObject',
      ),
    ).toHaveLength(0)
    for (const element of copy.querySelectorAll('*')) {
      for (const { name } of element.attributes)
        expect(name).not.toMatch(/^on|href|src|action|^id$|^name$|tabindex|target|ping|^form$/)
    }
    expect(copy.textContent).toContain('link')
  })

  it('shows what was entered, but no password and no file', () => {
    const root = screen(
      '<input value="first"><input type="checkbox"><input type="password" value="old"><select><option selected>a<option>b</select>',
    )
    const [text, tick, password] = root.querySelectorAll('input')
    if (text) text.value = 'typed'
    if (tick) tick.checked = true
    if (password) password.value = 'secret'
    ;(root.querySelectorAll('option')[1] as HTMLOptionElement).selected = true
    expect(drawScreen(root).html).toBe(
      '<input value="typed"><input type="checkbox" checked=""><input type="password"><select><option>a</option><option selected="">b</option></select>',
    )
  })

  it('never lets a text end the style sheet', () => {
    const root = screen('<p>a</p>')
    root.querySelector('p')?.setAttribute('style', '--name: "</style><script>alert(1)</script>"')
    expect(drawScreen(root)).toEqual({ html: '<p>a</p>', css: '' })
  })

  it('keeps every text as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const root = screen('<p></p>')
        const line = root.querySelector('p') as HTMLElement
        line.textContent = text
        line.setAttribute('title', text)
        const copy = screen(drawScreen(root).html)
        expect(copy.querySelectorAll('*')).toHaveLength(1)
        // HTML turns line breaks and NUL into other characters.
        const plain = text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
        expect(copy.textContent.replaceAll('\ufffd', '')).toBe(plain.replaceAll('\ufffd', ''))
      }),
    )
  })
})
