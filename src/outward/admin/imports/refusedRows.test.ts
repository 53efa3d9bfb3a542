import { expect, test } from 'vitest'
import { refusedTable, textIn } from './refusedRows.ts'

test('refused rows are a table of their own, each as it stands in the file, with the reason behind it', () => {
  const table = 'sep=;\r\nTitle;Date\r\nJazz;2031-05-01\r\n"Late; ""show""\nand more";32.5.\r\nNone;\r\n'
  const refused = [
    { line: 6, says: 'It has no date.' },
    { line: 4, says: 'No date: “32.5.”' },
  ]
  expect(refusedTable(table, refused, 'Why')).toBe(
    'Title;Date;"Why"\r\n"Late; ""show""\nand more";32.5.;"No date: “32.5.”"\r\nNone;;"It has no date."\r\n',
  )
})

test('a quote that is never closed takes no other rows along', () => {
  const table = 'Title,Date\n5" screen,x\nOther,2031-05-01\n'
  expect(refusedTable(table, [{ line: 2, says: 'no' }], 'Why')).toBe(
    'Title,Date,"Why"\r\n5" screen,x,"no"\r\n',
  )
})

test('files are read as spreadsheets write them', () => {
  expect(textIn(Buffer.from('Größe'))).toBe('Größe')
  expect(textIn(Buffer.from('Größe', 'latin1'))).toBe('Größe')
  expect(textIn(Buffer.from('\ufeffGröße', 'utf16le'))).toBe('Größe')
})
