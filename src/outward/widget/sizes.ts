/** What a frame of the calendar tells the page around it: how tall it is, in pixels. */
interface Told {
  readonly kalends: 'height'
  readonly height: number
}

/** The smallest and the largest height that a frame gets. */
const [least_px, most_px] = [80, 20_000]

/** Gives frames that show a page of the site the height that these tell. */
export function sizeFrames(site: string): void {
  addEventListener('message', ({ data, source, origin }: MessageEvent<unknown>) => {
    if (origin !== new URL(site).origin || !isTold(data)) return
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.height = String(Math.ceil(data.height))
  })
}

function isTold(data: unknown): data is Told {
  if (typeof data !== 'object' || data === null) return false
  const { kalends, height } = data as Partial<Told>
  return kalends === 'height' && typeof height === 'number' && height >= least_px && height <= most_px
}
