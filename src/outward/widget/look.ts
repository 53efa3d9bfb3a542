/** The colours of an element, by the attributes that set them: each a colour as in CSS. */
const colours = { accent: '--_accent', background: '--_paper', text: '--_ink' } as const

/** The attributes that say how an element looks. */
export const lookAttributes = [...Object.keys(colours), 'radius', 'height']

/** The largest radius of corners, in pixels. */
const mostRadius_px = 40

/** The smallest and the largest height, in pixels. */
const [leastHeight_px, mostHeight_px] = [120, 5000]

/** What the attributes of an element say of its colours and corners, as a stylesheet; what is no colour or no number is left out. */
export function lookOf(element: Element): string {
  const given = Object.entries(colours).flatMap(([name, property]) => {
    const colour = element.getAttribute(name)?.trim() ?? ''
    return colour !== '' && CSS.supports('color', colour) ? [`${property}: ${colour}`] : []
  })
  const radius = Number(element.getAttribute('radius')?.trim() || NaN)
  if (radius >= 0 && radius <= mostRadius_px) given.push(`--_radius: ${radius}px`)
  const height = Number(element.getAttribute('height')?.trim() || NaN)
  if (height >= leastHeight_px && height <= mostHeight_px) given.push(`--_height: ${height}px`)
  return `:host { ${given.join('; ')} }`
}
