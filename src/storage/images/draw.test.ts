import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawJpegs } from './draw.ts'
import { loadSharp } from './sharp.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#f00"/></svg>'

test('what is drawn is a JPEG of its size, and the reader of SVG is shut before and afterwards', async () => {
  const open = await loadSharp()
  await expect(open(Buffer.from(svg)).metadata()).rejects.toThrow('unsupported image format')
  const drawn = await drawJpegs([svg, svg])
  expect(drawn).toHaveLength(2)
  expect(await sharp(drawn[1]).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 20 })
  await expect(open(Buffer.from(svg)).metadata()).rejects.toThrow('unsupported image format')
})

test('the reader is shut again after a drawing that cannot be made', async () => {
  await expect(drawJpegs(['<svg'])).rejects.toThrow()
  const open = await loadSharp()
  await expect(open(Buffer.from(svg)).metadata()).rejects.toThrow('unsupported image format')
})
