import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { dayOf, momentText } from '../moments.ts'
import { CopyButton, Field } from '../parts.tsx'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { endOwn, makeOwn, type Program, readOwn } from './asks.ts'
import { faultsOf } from './dialogs.tsx'
import { t } from './texts.ts'

/** What a program may do: all that its owner may by an application password, or a part of it by a token. */
const extents = ['all', 'read', 'write', 'admin'] as const
type Extent = (typeof extents)[number]
const extentNames = { all: 'mayAll', read: 'mayRead', write: 'mayWrite', admin: 'mayAdmin' } as const

const kinds = ['application-passwords', 'tokens'] as const

interface Listed {
  readonly program: Program
  readonly path: string
}

/** The programs that act for the reader, and a form that makes a password for another one. */
export function Programs() {
  const programs = useSignal<readonly Listed[] | undefined>(undefined)
  const made = useSignal<Program | undefined>(undefined)
  const reads = useSignal(0)
  useEffect(() => {
    void settle(
      Promise.all(
        kinds.map(async (kind) => {
          const found = await readOwn<readonly Program[]>(`/${kind}`)
          return found.map((program): Listed => ({ program, path: `${kind}/${program.uuid}` }))
        }),
      ),
      (found) => {
        programs.value = found.flat()
      },
      (error) => sayFault(faultText(error)),
    )
  }, [reads.value])
  const revoke = ({ path, program: { name, uuid } }: Listed) =>
    void settle(
      endOwn(path),
      () => {
        if (made.value?.uuid === uuid) made.value = undefined
        say(t('revoked', { name }))
        reads.value += 1
      },
      (error) => sayFault(faultText(error)),
    )
  const secret = made.value?.password ?? made.value?.token
  return (
    <section class="part" aria-labelledby="programs">
      <h2 id="programs">{t('programs')}</h2>
      {made.value && secret !== undefined && (
        <div class="notice good" role="status">
          <Icon name="check" />
          <div>
            <p>
              <b>{t('copyNow')}</b>
            </p>
            <p class="address">
              <input
                readOnly
                dir="ltr"
                aria-label={t('secretFor', { name: made.value.name })}
                value={secret}
              />
              <CopyButton value={secret} />
            </p>
            <p dir="auto">{t('secretFor', { name: made.value.name })}</p>
          </div>
        </div>
      )}
      {programs.value?.length === 0 && <p class="dim">{t('noPrograms')}</p>}
      <ul class="items two">
        {programs.value?.map(({ program, path }) => (
          <li key={program.uuid}>
            <div>
              <p class="what" dir="auto">
                {program.name}
              </p>
              <p class="says">{aboutOf(program)}</p>
            </div>
            <div class="end">
              <button
                class="quiet danger"
                type="button"
                aria-label={t('revokeOne', { name: program.name })}
                onClick={() => revoke({ program, path })}
              >
                {t('revoke')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <NewProgram
        onMade={(program) => {
          made.value = program
          reads.value += 1
        }}
      />
    </section>
  )
}

function aboutOf({ scope, expires, last_used: used }: Program): string {
  return [
    t(extentNames[scope ?? 'all']),
    used === null ? t('neverUsed') : t('usedOn', { date: momentText(used) }),
    expires ? t('untilDate', { date: dayOf(expires) }) : t('noEnd'),
  ].join(' · ')
}

function NewProgram({ onMade }: { readonly onMade: (program: Program) => void }) {
  const name = useSignal('')
  const extent = useSignal<Extent>('read')
  const expires = useSignal('365d')
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const make = () => {
    const asked =
      extent.value === 'all'
        ? makeOwn<Program>('application-passwords', { name: name.value })
        : makeOwn<Program>('tokens', { name: name.value, scope: extent.value, expires: expires.value })
    void settle(
      asked,
      (program) => {
        name.value = ''
        faults.value = {}
        onMade(program)
      },
      (error) => {
        faults.value = faultsOf(error)
      },
    )
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      {faults.value[''] && (
        <p class="fault" role="alert">
          {faults.value['']}
        </p>
      )}
      <div class="three">
        <Field label={t('newFor')} fault={faults.value['name']}>
          {(tied) => (
            <input
              {...tied}
              required
              dir="auto"
              placeholder={t('whatCalled')}
              value={name.value}
              onInput={({ currentTarget }) => {
                name.value = currentTarget.value
              }}
            />
          )}
        </Field>
        <Field label={t('may')} fault={faults.value['scope']}>
          {(tied) => (
            <select
              {...tied}
              value={extent.value}
              onChange={({ currentTarget }) => {
                extent.value = extents.find((one) => one === currentTarget.value) ?? extent.value
              }}
            >
              {extents.map((one) => (
                <option key={one} value={one}>
                  {t(extentNames[one])}
                </option>
              ))}
            </select>
          )}
        </Field>
        {extent.value !== 'all' && (
          <Field label={t('until')} fault={faults.value['expires']}>
            {(tied) => (
              <select
                {...tied}
                value={expires.value}
                onChange={({ currentTarget }) => {
                  expires.value = currentTarget.value
                }}
              >
                <option value="90d">{t('inNinety')}</option>
                <option value="365d">{t('inAYear')}</option>
                <option value="">{t('noEnd')}</option>
              </select>
            )}
          </Field>
        )}
      </div>
      <div class="acts">
        <button class="plain">{t('makeOne')}</button>
      </div>
    </form>
  )
}
