import { expect, test } from 'vitest'
import { html, joined, sanitised } from './htmlTemplate.ts'

test('what is put into a template is escaped, in text and in attributes', () => {
  expect(html`<a href="${`"><script>'`}">${'<b> & co'} ${7}</a>`.source).toBe(
    '<a href="&quot;&gt;&lt;script&gt;&#039;">&lt;b&gt; &amp; co 7</a>',
  )
})

test('HTML stays as it is, lists are joined, undefined is nothing', () => {
  const items = ['<', '>'].map((item) => html`<i>${item}</i>`)
  expect(html`<b>${items}</b>${undefined}${sanitised('<hr>')}`.source).toBe(
    '<b><i>&lt;</i><i>&gt;</i></b><hr>',
  )
  expect(html`${joined(['<', html`<b>`, '>'], ', ')}`.source).toBe('&lt;, <b>, &gt;')
})

test('only what this room has made counts as HTML, not what looks like it', () => {
  const forged: unknown = { source: '<script>' }
  expect(() => html`${forged as string}`.source).toThrow(TypeError)
})
