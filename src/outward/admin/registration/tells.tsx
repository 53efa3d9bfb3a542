import type { Foretold, ForetoldNews } from '../../../pure/params/guests.ts'
import { tn } from './texts.ts'

const says = {
  time: 'newTime',
  place: 'newPlace',
  canceled: 'cancelled',
  postponed: 'postponed',
  restored: 'takesPlace',
  offer: 'offered',
} as const satisfies Record<ForetoldNews, string>

/** How many guests are told what. */
export function Tells({ tells }: { readonly tells: Foretold }) {
  return (
    <>
      {tells.map(({ news, count }) => (
        <p key={news}>{tn(says[news], count)}</p>
      ))}
    </>
  )
}
