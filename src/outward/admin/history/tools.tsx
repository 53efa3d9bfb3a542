import { Choice, Day, type Option } from '../kit/narrowing.tsx'
import { Searching } from '../searchField.tsx'
import { t } from './texts.ts'

/** What the history of all is narrowed by, as the address of the screen has it. */
export interface Narrowed {
  readonly kind: string | undefined
  readonly who: string | undefined
  readonly search: string | undefined
  /** The first and the last day. */
  readonly from: string | undefined
  readonly to: string | undefined
}

/** A field to search in, the days, the kind of records and who did it. What is typed counts once typing rests. */
export function Tools(props: {
  readonly narrowed: Narrowed
  readonly kinds: readonly Option[]
  readonly onChange: (changed: Partial<Narrowed>) => void
}) {
  const { narrowed, kinds, onChange } = props
  const { search = '', from, to } = narrowed
  return (
    <Searching label={t('search')} search={search} onSearch={(typed) => onChange({ search: typed })}>
      {/* A day that leaves none between them takes the other with it. */}
      <Day
        label={t('firstDay')}
        value={from}
        onChange={(day) => onChange({ from: day, ...(to !== undefined && day > to ? { to: day } : {}) })}
      />
      <Day
        label={t('lastDay')}
        value={to}
        onChange={(day) =>
          onChange({ to: day, ...(from !== undefined && day !== '' && day < from ? { from: day } : {}) })
        }
      />
      <Choice
        label={t('kind')}
        value={narrowed.kind}
        options={[['', t('anyKind')], ...kinds]}
        onChange={(kind) => onChange({ kind })}
      />
      <Choice
        label={t('who')}
        value={narrowed.who}
        options={[
          ['', t('anybody')],
          ['me', t('byMe')],
        ]}
        onChange={(who) => onChange({ who })}
      />
    </Searching>
  )
}
