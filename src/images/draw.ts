/**
 * Draws an SVG of our own making as a JPEG. The reader of SVG, which is shut to everything that comes from elsewhere
 * (`sharp.ts`), is open only meanwhile, and never while the service takes images: the demo calendar draws before it listens.
 */
export async function drawJpeg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const reader = { operation: ['VipsForeignLoadSvgBuffer'] }
  sharp.unblock(reader)
  try {
    return await sharp(Buffer.from(svg)).jpeg({ quality: 88, mozjpeg: true }).toBuffer()
  } finally {
    sharp.block(reader)
  }
}
