import { useRead } from '../kit/read.ts'
import { useSignal } from '@preact/signals'
import { Refusal } from '../api.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { FormDialog } from '../kit/form.tsx'
import { dayOf, momentText } from '../moments.ts'
import { CopyButton } from '../parts.tsx'
import { settle } from '../settle.ts'
import { sayFault } from '../toasts.tsx'
import { agentText } from './agent.ts'
import { endOwn, type Identities, makeOwn, type Passkey, readOwn, type RecoveryCodes } from './asks.ts'
import { t, tn } from './texts.ts'

/** Whether this browser can keep keys: over https, or on the machine itself. */
const canKeep = 'PublicKeyCredential' in window

/** Reads something of one’s own; a service without it says so by having no such address. */
async function readIfThere<Body>(path: string): Promise<Body | undefined> {
  try {
    return await readOwn<Body>(path)
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}

/** The keys that devices keep, the codes for when all of them are lost, and the account elsewhere. */
export function Passkeys() {
  const {
    value: keys = [],
    reads,
    does,
  } = useRead(() => readIfThere<readonly Passkey[]>('/passkeys'), [], sayFault)
  const codes = useRead(() => readIfThere<RecoveryCodes>('/recovery-codes'), [reads], sayFault)
  const { value: elsewhere } = useRead(() => readIfThere<Identities>('/identities'), [reads], sayFault)
  const naming = useSignal<Passkey | 'new' | undefined>(undefined)
  const carryOut = (work: Promise<unknown>, done?: string) => does(work, () => done)
  return (
    <section class="part" aria-labelledby="passkeys">
      <div class="part-head">
        <h2 id="passkeys">{t('passkeys')}</h2>
        {canKeep && (
          <button
            class="plain"
            type="button"
            onClick={() => {
              naming.value = 'new'
            }}
          >
            <Icon name="plus" />
            {t('addPasskey')}
          </button>
        )}
      </div>
      <p class="dim">{t('passkeysHint')}</p>
      <ul class="items two">
        {keys.map((key) => (
          <KeyItem
            key={key.uuid}
            of={key}
            onRename={() => {
              naming.value = key
            }}
            onRemove={() => carryOut(endOwn(`passkeys/${key.uuid}`), t('removed', { name: key.name }))}
          />
        ))}
      </ul>
      {elsewhere?.provider && <Elsewhere of={elsewhere} onEnd={(path) => carryOut(endOwn(path))} />}
      {codes.value && (
        <Codes
          codes={codes.value}
          onMake={() =>
            void settle(makeOwn<RecoveryCodes>('recovery-codes'), codes.take, (error) =>
              sayFault(faultText(error)),
            )
          }
        />
      )}
      {naming.value && (
        <Naming
          of={naming.value}
          onClose={() => {
            naming.value = undefined
          }}
          onName={(name) => {
            const of = naming.value
            naming.value = undefined
            if (of === 'new') carryOut(addPasskey(name), t('passkeyAdded'))
            else if (of) carryOut(makeOwn(`passkeys/${of.uuid}`, { name }), t('saved'))
          }}
        />
      )}
    </section>
  )
}

function KeyItem(props: {
  readonly of: Passkey
  readonly onRename: () => void
  readonly onRemove: () => void
}) {
  const { name, created, last_used: used } = props.of
  return (
    <li>
      <div>
        <p class="what" dir="auto">
          {name}
        </p>
        <p class="says">
          {t('addedOn', { date: dayOf(created) })},{' '}
          {used === null ? t('neverUsed') : t('usedOn', { date: momentText(used) })}
        </p>
      </div>
      <div class="end">
        <button class="quiet" type="button" onClick={props.onRename}>
          {t('rename')}
          <span class="hidden"> {name}</span>
        </button>
        <button
          class="quiet danger"
          type="button"
          aria-label={t('removeOne', { name })}
          onClick={props.onRemove}
        >
          {t('removeIt')}
        </button>
      </div>
    </li>
  )
}

async function addPasskey(name: string): Promise<void> {
  const options = await makeOwn<PublicKeyCredentialCreationOptionsJSON>('passkeys/options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey }).catch(() => null)
  if (!(made instanceof PublicKeyCredential)) throw new Refusal(0, '', t('passkeyNot'))
  await makeOwn('passkeys', { name, response: made.toJSON() })
}

function Naming(props: {
  readonly of: Passkey | 'new'
  readonly onClose: () => void
  readonly onName: (name: string) => void
}) {
  const { of, onClose, onName } = props
  const isNew = of === 'new'
  return (
    <FormDialog
      title={isNew ? t('addPasskey') : t('rename')}
      no={t('notNow')}
      yes={isNew ? t('addPasskey') : t('save')}
      start={{ name: isNew ? agentText(navigator.userAgent) : of.name }}
      fields={{ name: { label: t('passkeyName'), input: { required: true, autofocus: true } } }}
      // The browser asks for the key once this is closed.
      save={({ name }) => Promise.resolve(name.trim())}
      onClose={onClose}
      onDone={onName}
    />
  )
}

function Codes({ codes, onMake }: { readonly codes: RecoveryCodes; readonly onMake: () => void }) {
  const shown = codes.codes
  if (shown)
    return (
      <div class="notice good" role="status">
        <Icon name="check" />
        <div>
          <p>
            <b>{t('codesMade')}</b>
          </p>
          <pre class="codes" dir="ltr" tabIndex={0} aria-label={t('codes')}>
            {shown.join('\n')}
          </pre>
          <p class="acts">
            <CopyButton value={shown.join('\n')} />
          </p>
        </div>
      </div>
    )
  return (
    <div class="notice">
      <Icon name="warning" />
      <div>
        <p>
          <b>{codes.left === 0 ? t('noCodes') : tn('codesLeft', codes.left)}</b> {t('codesFor')}
        </p>
        <p class="acts">
          <button class="plain" type="button" onClick={onMake}>
            {t('makeCodes')}
          </button>
        </p>
      </div>
    </div>
  )
}

function join(): void {
  void settle(
    makeOwn<{ readonly url: string }>('identities', { next: '/admin/account' }),
    ({ url }) => window.location.assign(url),
    (error) => sayFault(faultText(error)),
  )
}

function Elsewhere({ of, onEnd }: { readonly of: Identities; readonly onEnd: (path: string) => void }) {
  const { provider, identities } = of
  const name = provider ?? ''
  if (identities.length === 0)
    return (
      <p class="acts">
        <button class="plain" type="button" onClick={join}>
          {t('joinAccount', { name })}
        </button>
      </p>
    )
  return (
    <ul class="items two">
      {identities.map(({ uuid, created }) => (
        <li key={uuid}>
          <div>
            <p class="what" dir="auto">
              {name}
            </p>
            <p class="says">{t('joined', { date: dayOf(created) })}</p>
          </div>
          <div class="end">
            <button
              class="quiet danger"
              type="button"
              aria-label={t('removeOne', { name })}
              onClick={() => onEnd(`identities/${uuid}`)}
            >
              {t('removeIt')}
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}
