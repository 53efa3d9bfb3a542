import { expect, test } from 'vitest'
import { previewOf } from './imports.preview.ts'
import { unreadFormat } from './imports.unread.ts'

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'

test.each([
  [`${xml}<rss version="2.0" xmlns:wp="x"><channel><wp:wxr_version>1.2</wp:wxr_version>`, /WordPress/],
  [`${xml}<rss version="2.0"><channel>`, /RSS/],
  ['<feed xmlns="http://www.w3.org/2005/Atom">', /RSS/],
  [`${xml}<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0">`, /xCal/],
  ['["vcalendar",[]]', /jCal/],
  ['%PDF-1.7', /PDF/],
  ['PK\u0003\u0004', /workbook/],
])('%j is told of by what it is', (text, says) => {
  expect(unreadFormat(text)).toMatch(says)
})

test.each([
  'BEGIN:VCALENDAR',
  '<!DOCTYPE html>',
  `${xml}<html>`,
  '[{"@type":"Event"}]',
  'Title,Start',
  'PKé–,Start',
])('%j is none of these', (text) => expect(unreadFormat(text)).toBe(undefined))

test('a workbook has no columns to be chosen for', () => {
  expect(previewOf({ bytes: Buffer.from('PK\u0003\u0004,a,b') }, 'town.xlsx', { map: '' })).toMatchObject({
    kind: 'other',
    columns: [],
  })
})
