// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALTERATIONS } from '../../../contract/sources/account.ts'
import { createTestSink } from '../../../tests/support/record-sink.ts'
import { ImportError } from '../errors.ts'
import { createAlterations } from '../remarks.ts'
import type { RecordOptions } from './reader.ts'
import { xmlReader } from './xml.ts'

function read(text: string, options: RecordOptions = {}, sizes: number[] = []) {
  const sink = createTestSink()
  const reader = xmlReader(options, sink)
  let at = 0
  for (const size of [...sizes, text.length]) {
    reader.push(text.slice(at, at + size))
    at += size
  }
  reader.end()
  return sink.seen
}

describe('xmlReader', () => {
  it('unescapes CDATA as long as all texts of the field are escaped twice', () => {
    const items = ['<n><![CDATA[A &amp; B &#8470;1]]></n>', '<n><![CDATA[C &quot;D&quot;]]></n>']
    const others = ['<u><![CDATA[/?a=1&b=2]]></u>', '<u><![CDATA[A &amp; B]]></u>', '<n>E &amp;amp; F</n>']
    const text = `<r>${[...items, ...others].map((item) => `<i>${item}</i>`).join('')}</r>`
    expect(read(text).map(({ fields }) => Object.values(fields)[0])).toEqual([
      'A & B №1',
      'C "D"',
      '/?a=1&b=2',
      'A &amp; B',
      'E &amp; F',
    ])
  })

  it.each([
    ['<r>\n<t a=1></t></r>', '(строка 2, знак 6): значение атрибута не в кавычках «<r> <t a=▸1></t></r>»'],
    [
      '<r>\n<a>Tom < Jerry</a></r>',
      '(строка 2, знак 9): знак < пишут как &lt; «<r> <a>Tom <▸ Jerry</a></r>»',
    ],
    ['<r><a b="1<2"/></r>', '(строка 1, знак 11): недопустимый знак «<r><a b="1▸<2"/></r>»'],
    ['<r><a>A & B</a><b>C</a></r>', '(строка 1, знак 23): закрывается не тот элемент'],
    ['<r><a>x</b></r>', '(строка 1, знак 11): закрывается не тот элемент'],
    ['<r><a>x', 'не закрыт элемент «a»'],
  ])('reports what is wrong with %j, and where', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  it('names the category of an offer with its ancestors', () => {
    const text = `<y><categories><category id="1">Диски</category><category id="2" parentId="1">Литые</category>
      <category id="3" parentId="4"/><category id="4" parentId="3">Круг</category></categories>
      <offer><categoryId>2</categoryId></offer><offer><categoryId>4</categoryId></offer><offer><categoryId>9</categoryId></offer></y>`
    const found = read(text, { element: 'offer' }).map(({ fields }) => fields.$category)
    expect(found[0]).toBe('Диски / Литые')
    expect(found[1]).toContain('Круг')
    expect(found[2]).toBeUndefined()
  })

  it('reads the children of the root and numbers them', () => {
    expect(read('<?xml version="1.0"?>\n<all>\n<i><a>1</a><b/></i>\n<i><a> x </a></i></all>')).toEqual([
      { line: 1, fields: { a: '1' } },
      { line: 2, fields: { a: ' x ' } },
    ])
  })

  it('finds the named element at any depth', () => {
    const text =
      '<yml><shop><name>N</name><offers><offer id="7"><price>5</price></offer></offers></shop></yml>'
    expect(read(text, { element: 'offer' })).toEqual([{ line: 1, fields: { '@id': '7', price: '5' } }])
  })

  it('reads attributes, nested elements, entities, CDATA and the first of repeated elements', () => {
    const text =
      '<r><i><p cur="RUB"><retail>5</retail></p><n>A &amp; B&nbsp;&#1046;<![CDATA[<c>]]></n><d>1</d><d>2</d><!-- x --></i></r>'
    expect(read(text)).toEqual([
      { line: 1, fields: { 'p@cur': 'RUB', 'p.retail': '5', n: 'A & B\u00a0Ж<c>', d: '1' } },
    ])
  })

  it('names values after their attributes', () => {
    const text =
      '<r><i><param name="Ширина" unit="мм">205</param><param name="Сезон">Лето</param><o><s id="7" instock="4"/></o></i></r>'
    expect(read(text)[0]?.fields).toMatchObject({
      'param[Ширина]': '205',
      'param[Сезон]': 'Лето',
      'o.s[7]': '4',
      'o.s@instock': '4',
    })
  })

  it('names no more values than a price list may have', () => {
    const params = Array.from({ length: 1_200 }, (_, i) => `<p name="n${i}">${i}</p>`).join('')
    const names = Object.keys(read(`<r><i>${params}</i></r>`)[0]?.fields ?? {})
    expect(names.filter((name) => name.startsWith('p['))).toHaveLength(1_000)
  })

  it('reads a list whose items have no container', () => {
    const text = '<r><i><n>x</n><s at="Тула">3</s><s at="Омск">4</s></i></r>'
    expect(read(text, { list: 's[]' })[0]?.items).toEqual([
      { '@at': 'Тула', '#text': '3' },
      { '@at': 'Омск', '#text': '4' },
    ])
  })

  it('reads the nested list', () => {
    const text =
      '<r><i><n>x</n><shops><s id="1"><c>Тула</c></s><s><c>Омск</c></s></shops><z>9</z></i><i><n>y</n></i></r>'
    expect(read(text, { list: 'shops' })).toEqual([
      { line: 1, fields: { n: 'x', z: '9' }, items: [{ '@id': '1', c: 'Тула' }, { c: 'Омск' }] },
      { line: 2, fields: { n: 'y' }, items: [] },
    ])
  })

  it.each(['<r><i></r>', '<r><i>', 'prices', '<r><i a=1/></r>'])('reports %j as broken', (text) => {
    expect(() => read(text)).toThrow(ImportError)
    expect(() => read(text)).toThrow(/XML повреждён/)
  })

  it('repairs ampersands, entities of HTML and control characters, and counts them', () => {
    const alterations = createAlterations()
    const text =
      '<r><s>A & B;</s><i t="C&D&nbsp;"><n>E&F</n><m>&laquo;G&raquo; &unknown; &</m><o>H\u0001I&#2;</o><p>&amp;&#1046;</p><q><![CDATA[?a&b=&c;]]></q><!-- &x --></i></r>'
    for (const sizes of [[], [...text].map(() => 1)]) {
      expect(read(text, { element: 'i', alterations }, sizes)[0]?.fields).toEqual({
        '@t': 'C&D\u00a0',
        n: 'E&F',
        m: '«G» &unknown; &',
        o: 'H\u0001I',
        p: '&Ж',
        q: '?a&b=&c;',
      })
    }
    expect(alterations.list()).toEqual([
      {
        rule: ALTERATIONS.repaired,
        count: 20,
        example: '«<r><s>A ▸& B;</s><i t="C&D&nbsp;"><n>E&…»',
      },
    ])
  })

  it('counts nothing in a sound document', () => {
    const alterations = createAlterations()
    read('<r><i a="&quot;"><n>&amp;&lt;&#171;<![CDATA[&]]></n></i></r>', { alterations })
    expect(alterations.list()).toEqual([])
  })

  it('does not expand DTD entities', () => {
    const bomb = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><r><i><n>&b;</n></i></r>'
    expect(() => read(bomb)).toThrow(ImportError)
  })

  it('gives up on an unterminated text', () => {
    expect(() => read(`<r><i>${'x'.repeat(1_900_000)}`, {}, [9, 600_000, 600_000])).toThrow(
      /длиннее 1.000.000 знаков/,
    )
  })

  it('reads back any texts, however they are split into chunks', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', '<', '&', '>', 'Ж', '"', ' '), minLength: 1 })
    const nonBlank = letters.filter((text) => text.trim() !== '')
    const escaped = (text: string, amp: string) =>
      text.replace(/&/g, amp).replace(/</g, '&lt;').replace(/>/g, '&gt;')
    fc.assert(
      fc.property(fc.array(nonBlank), fc.array(fc.nat(9)), (texts, sizes) => {
        for (const amp of ['&amp;', '&']) {
          const xml = `<r>${texts.map((text) => `<i><n>${escaped(text, amp)}</n></i>`).join('')}</r>`
          expect(read(xml, {}, sizes).map(({ fields }) => fields.n)).toEqual(texts)
        }
      }),
    )
  })
})
