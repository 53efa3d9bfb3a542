import { type Html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { contrast } from '../settings/contrast.ts'
import { coloursOf, onColour, type ThemeColours } from '../settings/theme.ts'

/** The colours of a letter in one scheme. */
export interface LetterColours {
  readonly paper: string
  readonly card: string
  readonly ink: string
  readonly dim: string
  readonly accent: string
  readonly onAccent: string
  readonly bad: string
  readonly badGround: string
  readonly line: string
}

/** What no theme says. */
const others = {
  light: { dim: '#565a61', bad: '#a3231f', badGround: '#fbe9e7', line: '#e3dfd6' },
  dark: { dim: '#b3b6bb', bad: '#ffb4ab', badGround: '#4a1a17', line: '#383c42' },
} as const

/** WCAG 2.2, 1.4.3. */
const leastContrast = 4.5

/** The colours of a theme, in light and in dark. What would be hard to read upon its ground is as the ink. */
export function colourStyles(theme: ThemeColours | undefined): Record<'light' | 'dark', LetterColours> {
  const of = (scheme: 'light' | 'dark'): LetterColours => {
    const { accent, paper, surface: card, ink } = coloursOf(theme, scheme)
    const { dim, bad, badGround, line } = others[scheme]
    const readable = (colour: string) =>
      [paper, card].every((ground) => contrast(colour, ground) >= leastContrast) ? colour : ink
    return {
      paper,
      card,
      ink,
      dim: readable(dim),
      accent,
      onAccent: onColour(accent),
      bad: readable(bad),
      badGround,
      line,
    }
  }
  return { light: of('light'), dark: of('dark') }
}

const sans = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const serif = "Charter,'Iowan Old Style','Palatino Linotype',Georgia,serif"

/** The styles of the elements, each as it stands in its attribute. */
export type Looks = Readonly<Record<keyof ReturnType<typeof stylesOf>, Html>>

/** They stand at the elements: a client that drops the sheet shows these, which read upon any ground. */
export function letterStyles(colours: LetterColours): Looks {
  const styles = Object.entries(stylesOf(colours)).map(([name, style]) => [name, sanitised(style)])
  // It has all of their names.
  return Object.fromEntries(styles) as Looks
}

function stylesOf({ paper, card, ink, dim, accent, onAccent, bad, badGround, line }: LetterColours) {
  return {
    body: `margin:0;padding:0;background-color:${paper};-webkit-text-size-adjust:100%;text-size-adjust:100%`,
    paper: `background-color:${paper}`,
    card: `max-width:600px;background-color:${card}`,
    bar: `height:5px;line-height:5px;font-size:0;background-color:${accent}`,
    site: `font:600 15px/22px ${sans};color:${ink};text-decoration:none`,
    badge: `display:inline-block;margin:0 0 12px;padding:3px 10px;border-radius:4px;font:600 14px/20px ${sans};color:${onBad(bad, badGround)};background-color:${badGround}`,
    h1: `margin:0;font:700 32px/38px ${serif};color:${ink};overflow-wrap:anywhere`,
    lead: `margin:8px 0 0;font:400 16px/24px ${sans};color:${dim}`,
    h2: `margin:0;padding:0 0 8px;border-bottom:1px solid ${line};font:700 20px/26px ${serif};color:${ink}`,
    time: `width:88px;font:600 15px/24px ${sans};color:${dim};white-space:nowrap`,
    label: `width:88px;font:600 15px/24px ${sans};color:${dim}`,
    h3: `margin:0;font:600 17px/24px ${sans};overflow-wrap:anywhere`,
    eventLink: `color:${accent};text-decoration:none`,
    line: `margin:2px 0 0;font:400 15px/22px ${sans};color:${dim}`,
    bad: `margin:2px 0 0;font:600 15px/22px ${sans};color:${bad}`,
    was: `margin:0;font:400 16px/24px ${sans};color:${dim}`,
    now: `margin:0;font:600 17px/24px ${sans};color:${ink}`,
    reason: `margin:2px 0 0;font:400 16px/24px ${sans};color:${ink}`,
    proseCell: `padding:22px 36px 0;font:400 17px/27px ${sans};color:${ink};overflow-wrap:anywhere`,
    more: `font:600 16px/24px ${sans};color:${accent};text-decoration:underline`,
    keyCell: `border-radius:6px;background-color:${accent}`,
    key: `display:inline-block;padding:13px 22px;border-radius:6px;font:600 16px/22px ${sans};color:${onAccent};text-decoration:none`,
    foot: `max-width:600px;background-color:${paper}`,
    footCell: `padding:22px 36px 0;font:400 14px/22px ${sans};color:${dim}`,
    footLink: `color:${accent};text-decoration:underline`,
  }
}

/** A theme with another paper leaves the ground of badges as it is. */
function onBad(bad: string, ground: string): string {
  return contrast(bad, ground) >= leastContrast ? bad : onColour(ground)
}

/** The sheet, only for dark and for phones: in dark by the client’s own wish, and by Outlook’s apps. */
export function styleSheet(dark: LetterColours): string {
  const ink = [
    ['ink', `color:${dark.ink}`],
    ['dim', `color:${dark.dim}`],
    ['accent', `color:${dark.accent}`],
    ['bad', `color:${dark.bad}`],
    ['line', `border-color:${dark.line}`],
    ['key', `background-color:${dark.accent} !important;color:${dark.onAccent}`],
    ['badbg', `background-color:${dark.badGround} !important;color:${onBad(dark.bad, dark.badGround)}`],
  ]
  const grounds = [
    ['paper', `background-color:${dark.paper}`],
    ['card', `background-color:${dark.card}`],
    ['bar', `background-color:${dark.accent}`],
    ['key', `background-color:${dark.accent}`],
    ['badbg', `background-color:${dark.badGround}`],
  ]
  const rules = (all: typeof ink, before: string) =>
    all.map(([name, style]) => `${before}.${name}{${style} !important}`).join('\n')
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${rules([...ink, ...grounds], '')}
}
${rules(ink, '[data-ogsc] ')}
${rules(grounds, '[data-ogsb] ')}
@media (max-width:480px){
.pad{padding-left:20px !important;padding-right:20px !important}
.h1{font-size:27px !important;line-height:33px !important}
.time{width:76px !important}
.wide{display:block !important;text-align:center !important}
}
@media (forced-colors:active){.key{border:2px solid LinkText !important}}`
}
