import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isBare } from './metadata.ts'

const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c03020' } })
const png = await picture.clone().png().toBuffer()
const jpeg = await picture.clone().jpeg().toBuffer()
const exif = { IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } }
const pngWithExif = await picture.clone().png().withExif(exif).toBuffer()
const pngWithProfile = await picture.clone().png().withIccProfile('p3').toBuffer()
const jpegWithExif = await picture.clone().jpeg().withExif(exif).toBuffer()
const jpegForPrint = await picture.clone().toColourspace('cmyk').jpeg().toBuffer()
const deepPng = await picture.clone().toColourspace('rgb16').png().toBuffer()
const webp = await picture.clone().webp().toBuffer()
const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer()

/** Puts a segment of this kind behind the start of a JPEG. */
function withSegment(kind: number, text: string): Buffer {
  const content = Buffer.from(text, 'latin1')
  const head = Buffer.from([0xff, kind, 0, content.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

describe('a picture is bare', () => {
  test.each([
    ['PNG', png, 'png'],
    ['JPEG', jpeg, 'jpeg'],
    ['progressive JPEG', progressive, 'jpeg'],
  ] as const)('as %s without anything else', (_name, bytes, format) => {
    expect(isBare(bytes, format)).toBe(true)
  })
})

describe('a picture is not bare', () => {
  test.each([
    ['a PNG with EXIF', pngWithExif, 'png'],
    ['a PNG with a profile', pngWithProfile, 'png'],
    ['a JPEG with EXIF', jpegWithExif, 'jpeg'],
    ['a JPEG with a comment', withSegment(0xfe, 'where it was taken'), 'jpeg'],
    ['a JPEG with XMP', withSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x/>'), 'jpeg'],
    ['a JPEG for print', jpegForPrint, 'jpeg'],
    ['a PNG of 16 bits', deepPng, 'png'],
    ['a PNG with something behind it', Buffer.concat([png, Buffer.from('PK')]), 'png'],
    ['a JPEG with something behind it', Buffer.concat([jpeg, Buffer.from('<?php')]), 'jpeg'],
    ['half a PNG', png.subarray(0, png.length - 20), 'png'],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'jpeg'],
    ['a format that is not looked into', webp, 'webp'],
  ] as const)('as %s', (_name, bytes, format) => {
    expect(isBare(bytes, format)).toBe(false)
  })
})
