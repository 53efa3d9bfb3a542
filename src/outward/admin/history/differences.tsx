import { FromTo } from '../fromTo.tsx'
import type { Differences, Names } from './asks.ts'
import { t } from './texts.ts'
import { useOwnNames } from '../fieldNames.ts'
import { linesOf } from './spread.ts'
import { piecesOf } from './values.ts'

/** Longer texts are told word by word, on a line of their own. */
const longest = 60

/** What fields were and what they became, as people read it. */
export function DifferenceList({ changes, names }: { readonly changes: Differences; readonly names: Names }) {
  useOwnNames(Object.keys(changes))
  const told = Object.entries(changes).filter(([field]) => !(followers.has(field) && saysNothing(changes)))
  return (
    <dl>
      {linesOf(Object.fromEntries(told), names).map(({ key, called, from, to }) => (
        <div key={key}>
          <dt dir="auto">{called}</dt>
          <dd>
            <Difference from={from} to={to} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What follows from another state: in the trash addresses are free for others, and what is published gets one, and its moment. */
const followers: ReadonlySet<string> = new Set(['slug', 'date_utc'])

/** Whether what follows from the state says nothing beside it. */
function saysNothing({ status }: Differences): boolean {
  return status?.from === 'trash' || status?.to === 'trash' || status?.to === 'publish'
}

function Difference({ from, to }: { readonly from: string; readonly to: string }) {
  if (from !== '' && to !== '' && Math.max(from.length, to.length) > longest)
    return <Text from={from} to={to} />
  const [was, becomes] = [from, to].map((text) => text || t('none')) as [string, string]
  return <FromTo from={was} to={becomes} spoken={[t('from'), t('to')]} />
}

function Text({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <p class="told" dir="auto">
      {piecesOf(from, to).map((piece, at) => {
        const { is, text } = piece
        const key = `${at} ${is}`
        if (is === 'gone') return <del key={key}>{text}</del>
        return is === 'come' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
      })}
    </p>
  )
}
