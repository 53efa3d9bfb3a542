/** A place on the Earth, in degrees. */
export interface Spot {
  readonly lat: number
  readonly lng: number
}

/** How far an arrow key moves the pin, in metres. */
const step = 5

/** How many metres a degree of latitude has. */
const metres = 111_320

const arrows: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
}

/** Where an arrow key moves a pin, on a map whose north is above; undefined for another key. */
export function movedBy(key: string, { lat, lng }: Spot): Spot | undefined {
  const way = arrows[key]
  if (!way) return undefined
  const [east, north] = way
  // Near the poles a step east is no way around the Earth.
  const across = Math.max(Math.cos((lat * Math.PI) / 180), 0.01)
  return {
    lat: Math.max(-90, Math.min(90, lat + north / metres)),
    lng: wrapped(lng + east / metres / across),
  }
}

function wrapped(lng: number): number {
  if (lng > 180) return lng - 360
  return lng < -180 ? lng + 360 : lng
}
