import {
  divIcon,
  type LatLngExpression,
  map as createMap,
  marker,
  tileLayer,
  control,
  latLngBounds,
} from 'leaflet'
import { movedBy } from './steps.ts'
import type { Spot } from './steps.ts'

/** A map with one pin. */
export interface PinMap {
  /** Puts the pin somewhere, or away, and looks there if it is out of sight. */
  show(spot: Spot | undefined, isMovable: boolean): void
  /** Looks where all these are. */
  lookAt(spots: readonly Spot[]): void
  /** What is in the middle of what is shown. */
  middle(): Spot
  remove(): void
}

/** How near one looks at a pin, and most of the world. */
const near = 16
const far: LatLngExpression = [25, 0]

/**
 * Draws a map of tiles into an element. A press on it, or the pin that is dragged or moved by arrow keys, says `onPut` where it is to
 * be; with keys one moves the map as well, and puts the pin in its middle.
 */
export function drawMap(
  element: HTMLElement,
  options: {
    readonly tiles: string
    readonly zoomIn: string
    readonly zoomOut: string
    readonly pin: string
    /** The id of what says how the pin is moved. */
    readonly pinHint: string
    readonly onPut: (spot: Spot) => void
  },
): PinMap {
  const { tiles, zoomIn, zoomOut, pin: name, pinHint, onPut } = options
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const drawn = createMap(element, {
    zoomControl: false,
    // Who the tiles are by stands below, as text.
    attributionControl: false,
    maxZoom: 19,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
  }).setView(far, 1)
  control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(drawn)
  tileLayer(tiles).addTo(drawn)
  const pin = marker(far, {
    icon: divIcon({ className: 'pin-here', iconSize: [28, 34], iconAnchor: [14, 34] }),
    title: name,
    keyboard: false,
  })
  let isMovable = false
  pin.on('add', () => {
    pin.getElement()?.addEventListener('keydown', (event) => {
      const to = isMovable ? movedBy(event.key, pin.getLatLng()) : undefined
      if (!to) return
      event.preventDefault()
      // The map would go along.
      event.stopPropagation()
      // At once: the next key may come before the fields have changed.
      pin.setLatLng(to)
      onPut(to)
    })
  })
  /** What is said of the pin, and whether keys reach it. */
  const tell = ({ lat, lng }: Spot) => {
    const element = pin.getElement()
    if (!element) return
    element.setAttribute('role', isMovable ? 'button' : 'img')
    element.setAttribute('aria-label', `${name}: ${lat.toFixed(5)}, ${lng.toFixed(5)}`)
    if (isMovable) {
      element.tabIndex = 0
      element.setAttribute('aria-describedby', pinHint)
    } else element.removeAttribute('tabindex')
  }
  pin.on('dragend', () => onPut(pin.getLatLng().wrap()))
  drawn.on('click', ({ latlng }) => {
    if (isMovable) onPut(latlng.wrap())
  })
  return {
    show(spot, mayMove) {
      isMovable = mayMove
      if (!spot) {
        pin.remove()
        return
      }
      const isFirst = !drawn.hasLayer(pin)
      pin.setLatLng(spot).addTo(drawn)
      tell(spot)
      if (mayMove) pin.dragging?.enable()
      else pin.dragging?.disable()
      if (isFirst && drawn.getZoom() < near - 4) drawn.setView(spot, near, { animate: false })
      else if (!drawn.getBounds().contains(spot)) drawn.setView(spot)
    },
    lookAt(spots) {
      if (spots.length > 0)
        drawn.fitBounds(latLngBounds(spots.map(({ lat, lng }) => [lat, lng])).pad(0.15), {
          maxZoom: 14,
          animate: false,
        })
    },
    middle: () => drawn.getCenter().wrap(),
    remove: () => {
      drawn.remove()
    },
  }
}
