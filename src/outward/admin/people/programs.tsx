import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import { FormPart } from '../kit/formPart.tsx'
import { useRead } from '../kit/read.ts'
import { dayOf, momentText } from '../moments.ts'
import { CopyButton } from '../parts.tsx'
import { sayFault } from '../toasts.tsx'
import { endOwn, makeOwn, type Program, readOwn } from './asks.ts'
import { faultsOf } from './dialogs.tsx'
import { t } from './texts.ts'

/** What a program may do: all that its owner may by an application password, or a part of it by a token. */
const extents = ['all', 'read', 'write', 'admin'] as const
type Extent = (typeof extents)[number]
const extentNames = {
  all: 'mayAll',
  read: 'mayRead',
  write: 'mayWrite',
  admin: 'mayAdmin',
} as const

const kinds = ['application-passwords', 'tokens'] as const

interface Listed {
  readonly program: Program
  readonly path: string
}

async function readPrograms(): Promise<readonly Listed[]> {
  const found = kinds.map(async (kind) => {
    const programs = await readOwn<readonly Program[]>(`/${kind}`)
    return programs.map((program): Listed => ({ program, path: `${kind}/${program.uuid}` }))
  })
  return (await Promise.all(found)).flat()
}

/** The programs that act for the reader, and a form that makes a password for another one. */
export function Programs() {
  const read = useRead(readPrograms, [], sayFault)
  const made = useSignal<Program | undefined>(undefined)
  const revoke = ({ path, program: { name, uuid } }: Listed) =>
    read.does(endOwn(path), () => {
      if (made.value?.uuid === uuid) made.value = undefined
      return t('revoked', { name })
    })
  const secret = made.value?.password ?? made.value?.token
  return (
    <section class="part" aria-labelledby="programs">
      <h2 id="programs">{t('programs')}</h2>
      {made.value && secret !== undefined && (
        <Secret of={t('secretFor', { name: made.value.name })} secret={secret} />
      )}
      {read.value?.length === 0 && <p class="dim">{t('noPrograms')}</p>}
      <ul class="items two">
        {read.value?.map((listed) => (
          <ProgramItem key={listed.program.uuid} program={listed.program} onRevoke={() => revoke(listed)} />
        ))}
      </ul>
      <NewProgram
        onMade={(program) => {
          made.value = program
          read.again()
        }}
      />
    </section>
  )
}

function Secret({ of, secret }: { readonly of: string; readonly secret: string }) {
  return (
    <div class="notice good" role="status">
      <Icon name="check" />
      <div>
        <p>
          <b>{t('copyNow')}</b>
        </p>
        <p class="address">
          <input readOnly dir="ltr" aria-label={of} value={secret} />
          <CopyButton value={secret} />
        </p>
        <p dir="auto">{of}</p>
      </div>
    </div>
  )
}

function ProgramItem({ program, onRevoke }: { readonly program: Program; readonly onRevoke: () => void }) {
  const { name } = program
  return (
    <li>
      <div>
        <p class="what" dir="auto">
          {name}
        </p>
        <p class="says">{aboutOf(program)}</p>
      </div>
      <div class="end">
        <button class="quiet danger" type="button" aria-label={t('revokeOne', { name })} onClick={onRevoke}>
          {t('revoke')}
        </button>
      </div>
    </li>
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
  const start: { name: string; scope: Extent; expires: string } = {
    name: '',
    scope: 'read',
    expires: '365d',
  }
  return (
    <FormPart
      class="stack"
      line="three"
      start={start}
      fields={({ scope }) => ({
        name: { label: t('newFor'), input: { required: true, placeholder: t('whatCalled') } },
        scope: {
          label: t('may'),
          isBeside: true,
          options: extents.map((one) => [one, t(extentNames[one])] as const),
        },
        expires: scope === 'all' ? undefined : { label: t('until'), isBeside: true, options: ends() },
      })}
      save={({ name, scope, expires }) =>
        scope === 'all'
          ? makeOwn<Program>('application-passwords', { name })
          : makeOwn<Program>('tokens', { name, scope, expires })
      }
      faultsOf={faultsOf}
      onDone={(program, enter) => {
        enter({ name: '' })
        onMade(program)
      }}
      foot={
        <div class="acts">
          <button class="plain">{t('makeOne')}</button>
        </div>
      }
    />
  )
}

function ends(): readonly (readonly [string, string])[] {
  return [
    ['90d', t('inNinety')],
    ['365d', t('inAYear')],
    ['', t('noEnd')],
  ]
}
