import { useSignal } from '@preact/signals'
import { Field } from '../parts.tsx'
import { useTyped } from '../record/typed.ts'
import { type Edge, edgeOf, edgeSaid, isWhole, type Unit, units } from './edges.ts'
import type { Registration } from './form.ts'
import { t } from './texts.ts'

const unitNames = Object.keys(units) as Unit[] // They are written out there.

/** When registration opens, or closes. */
export function EdgeField(props: {
  readonly name: 'opens' | 'closes'
  readonly form: Registration
  readonly faults: Readonly<Record<string, string>>
  /** Of a series no moment is said: each of its dates has its own. */
  readonly isSeries: boolean
  readonly onSet: (change: Partial<Registration>) => void
}) {
  const { name, form, faults, isSeries } = props
  const typed = useSignal(edgeOf(form, name))
  // What was typed stays as it was, in its unit, as long as it means what holds.
  const meant = edgeSaid(name, typed.value)
  const holds = JSON.stringify(meant) === JSON.stringify(edgeSaid(name, edgeOf(form, name)))
  const edge = holds ? typed.value : edgeOf(form, name)
  const onSet = (next: Edge) => {
    typed.value = next
    props.onSet(edgeSaid(name, next))
  }
  const [at, before] = [`registration.${name}`, `registration.${name}_before`]
  useTyped(`e-${at}`, at, () => (edge.is === 'at' && edge.at === '' ? t('sayWhen') : undefined))
  useTyped(`e-${before}`, before, () =>
    edge.is === 'before' && !isWhole(edge.amount) ? t('wholeNumber') : undefined,
  )
  const ways =
    isSeries && edge.is !== 'at' ? (['usual', 'before'] as const) : (['usual', 'before', 'at'] as const)
  const texts = {
    usual: t(name === 'opens' ? 'atOnce' : 'untilStart'),
    before: t('beforeStart'),
    at: t('atMoment'),
  }
  return (
    <Field id={`e-${at}`} label={t(name)} fault={faults[at] ?? faults[before]}>
      {(tied) => (
        <div class="reg-edge">
          <select
            {...tied}
            value={edge.is}
            onChange={({ currentTarget: { value } }) =>
              onSet({ ...edge, is: ways.find((way) => way === value) ?? 'usual' })
            }
          >
            {ways.map((way) => (
              <option key={way} value={way}>
                {texts[way]}
              </option>
            ))}
          </select>
          {edge.is === 'before' && (
            <>
              <input
                id={`e-${before}`}
                class="reg-number"
                inputMode="numeric"
                dir="ltr"
                aria-label={`${t(name)}: ${t('howLong')}`}
                value={edge.amount}
                onInput={({ currentTarget: { value } }) => onSet({ ...edge, amount: value })}
              />
              <select
                aria-label={`${t(name)}: ${t('unit')}`}
                value={edge.unit}
                onChange={({ currentTarget: { value } }) =>
                  onSet({ ...edge, unit: unitNames.find((unit) => unit === value) ?? 'minutes' })
                }
              >
                {unitNames.map((unit) => (
                  <option key={unit} value={unit}>
                    {t(unit)}
                  </option>
                ))}
              </select>
            </>
          )}
          {edge.is === 'at' && (
            <input
              id={`e-${at}_at`}
              type="datetime-local"
              aria-label={`${t(name)}: ${t('atMoment')}`}
              value={edge.at}
              onInput={({ currentTarget: { value } }) => onSet({ ...edge, at: value })}
            />
          )}
        </div>
      )}
    </Field>
  )
}
