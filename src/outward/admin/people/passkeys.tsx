import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Refusal } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { dayOf, momentText } from '../moments.ts'
import { CopyButton, Field } from '../parts.tsx'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { agentText } from './agent.ts'
import { endOwn, type Identities, makeOwn, type Passkey, readOwn, type RecoveryCodes } from './asks.ts'
import { t, tn } from './texts.ts'

/** Whether this browser can keep keys: over https, or on the machine itself. */
const canKeep = 'PublicKeyCredential' in window

/** The keys that devices keep, the codes for when all of them are lost, and the account elsewhere. */
export function Passkeys() {
  const keys = useSignal<readonly Passkey[]>([])
  const codes = useSignal<RecoveryCodes | undefined>(undefined)
  const elsewhere = useSignal<Identities | undefined>(undefined)
  const naming = useSignal<Passkey | 'new' | undefined>(undefined)
  const reads = useSignal(0)
  useEffect(() => {
    const failed = (error: unknown) => {
      // A service without them says so by having no such address.
      if (!(error instanceof Refusal && error.status === 404)) sayFault(faultText(error))
    }
    void settle(readOwn<readonly Passkey[]>('/passkeys'), (found) => (keys.value = found), failed)
    void settle(readOwn<RecoveryCodes>('/recovery-codes'), (found) => (codes.value = found), failed)
    void settle(readOwn<Identities>('/identities'), (found) => (elsewhere.value = found), failed)
  }, [reads.value])
  const again = () => {
    reads.value += 1
  }
  const carryOut = (work: Promise<unknown>, done?: string) =>
    void settle(
      work,
      () => {
        if (done !== undefined) say(done)
        again()
      },
      (error) => sayFault(faultText(error)),
    )
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
        {keys.value.map((key) => (
          <li key={key.uuid}>
            <div>
              <p class="what" dir="auto">
                {key.name}
              </p>
              <p class="says">
                {t('addedOn', { date: dayOf(key.created) })},{' '}
                {key.last_used === null ? t('neverUsed') : t('usedOn', { date: momentText(key.last_used) })}
              </p>
            </div>
            <div class="end">
              <button
                class="quiet"
                type="button"
                onClick={() => {
                  naming.value = key
                }}
              >
                {t('rename')}
                <span class="hidden"> {key.name}</span>
              </button>
              <button
                class="quiet danger"
                type="button"
                aria-label={t('removeOne', { name: key.name })}
                onClick={() => carryOut(endOwn(`passkeys/${key.uuid}`), t('removed', { name: key.name }))}
              >
                {t('removeIt')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {elsewhere.value?.provider && (
        <Elsewhere of={elsewhere.value} onEnd={(path) => carryOut(endOwn(path))} />
      )}
      {codes.value && (
        <Codes
          codes={codes.value}
          onMake={() =>
            void settle(
              makeOwn<RecoveryCodes>('recovery-codes'),
              (made) => {
                codes.value = made
              },
              (error) => sayFault(faultText(error)),
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
  const name = useSignal(of === 'new' ? agentText(navigator.userAgent) : of.name)
  return (
    <Dialog
      title={of === 'new' ? t('addPasskey') : t('rename')}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? onName(name.value.trim()) : onClose())}
      foot={
        <>
          <button class="plain" value="no" formNoValidate>
            {t('notNow')}
          </button>
          <button value="yes">{of === 'new' ? t('addPasskey') : t('save')}</button>
        </>
      }
    >
      <Field label={t('passkeyName')}>
        {(tied) => (
          <input
            {...tied}
            required
            autofocus
            dir="auto"
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value
            }}
          />
        )}
      </Field>
    </Dialog>
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
