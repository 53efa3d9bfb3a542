/**
 * Draws SVGs of our own making as JPEGs, in their order. The reader of SVG, which is shut to everything that comes from
 * elsewhere (`sharp.ts`), is open only meanwhile, and never while the service takes images: the demo calendar is drawn
 * before it is served.
 */
export async function drawJpegs(svgs: readonly string[]): Promise<Buffer[]> {
  const { default: sharp } = await import('sharp')
  const reader = { operation: ['VipsForeignLoadSvgBuffer'] }
  sharp.unblock(reader)
  try {
    const drawn: Buffer[] = []
    for (const svg of svgs) drawn.push(await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer())
    return drawn
  } finally {
    sharp.block(reader)
  }
}
