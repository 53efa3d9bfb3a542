/**
 * Draws our own SVGs as JPEGs, in their order. The SVG reader, which is disabled for all images from elsewhere (`sharp.ts`),
 * is enabled only meanwhile, and never while the service accepts images: the demo calendar is drawn before it is served.
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
