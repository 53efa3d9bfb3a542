import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { Combo, type Option } from '../event/combo.tsx'
import { faultText } from '../faults.ts'
import { smallOf } from '../pictures/media.ts'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { Compare, type Differing } from './compare.tsx'
import { changesOf, coordinates, type Form, load, type Loaded } from './form.ts'
import { describedOf, labelOf } from './describe.ts'
import { addressOf, formFields, type Kind, kinds, nameOf, type Placed } from './kinds.ts'
import { merge, type Merged, MergeEffect, mergeText } from './mergeEffect.tsx'
import { t } from './texts.ts'

/** How many suggestions there are. */
const most = 8

/** Makes one of two: what is to hold is chosen field by field, and what will happen is said first. */
export function MergePlaced(props: {
  readonly kind: Kind
  readonly stays: Loaded
  readonly other: number | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { kind, stays, onClose, onDone } = props
  const goes = useSignal<Loaded | undefined>(undefined)
  const told = useSignal<Merged | undefined>(undefined)
  const taken = useSignal<ReadonlySet<string>>(new Set())
  const name = nameOf(stays.record)
  const choose = (id: number) =>
    void settle(
      load(kind, id),

      (loaded) => {
        goes.value = loaded
        // What this one does not say is taken from the other one.
        taken.value = new Set(
          differing(kind, stays.form, loaded.form).filter((field) => stays.form[field] === ''),
        )
      },
      (error: unknown) => sayFault(faultText(error)),
    )
  useEffect(() => {
    if (props.other !== undefined) choose(props.other)
  }, [props.other])
  const carryOut = async () => {
    const { value: other } = goes
    if (!other) return
    const chosen: Form = {
      ...stays.form,
      ...Object.fromEntries([...taken.value].map((field) => [field, other.form[field] ?? ''])),
    }
    const changes = changesOf(kind, stays.form, chosen)
    const path = `${kind}/${stays.record.id}`
    try {
      await merge(path, { from: [other.record.id], changes, ifMatch: stays.etag })
      say(t('merged', { from: nameOf(other.record), name: chosen[kinds[kind].name] ?? name }))
      onDone()
    } catch (error) {
      sayFault(faultText(error))
    }
  }
  return (
    <Dialog
      title={t('mergeTitle')}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? void carryOut() : onClose())}
      foot={
        <>
          <button class="plain" value="no">
            {t('leaveApart')}
          </button>
          <button value="yes" disabled={!goes.value}>
            {mergeText(told.value)}
          </button>
        </>
      }
    >
      <p class="dim" dir="auto">
        {t('mergeHint', { name })}
      </p>
      {!goes.value && (
        <div class="field">
          <label for="m-other">{t('theOther')}</label>
          <Combo
            id="m-other"
            placeholder={t('typeName')}
            find={(typed) => findOthers(kind, typed, stays.record.id)}
            onChoose={({ key }) => choose(Number(key))}
          />
        </div>
      )}
      {goes.value && (
        <>
          <Compare
            rows={rowsOf(kind, stays, goes.value)}
            stays={name}
            goes={nameOf(goes.value.record)}
            taken={taken.value}
            onTake={(field, isTaken) => {
              const next = new Set(taken.value)
              // A place is where both of its coordinates say.
              for (const one of coordinates.includes(field) ? coordinates : [field])
                if (isTaken) next.add(one)
                else next.delete(one)
              taken.value = next
            }}
          />
          <MergeEffect
            path={`${kind}/${stays.record.id}`}
            from={goes.value.record.id}
            name={name}
            told={told}
          />
        </>
      )}
    </Dialog>
  )
}

async function findOthers(kind: Kind, search: string, except: number): Promise<readonly Option[]> {
  const { body } = await ask<Record<Kind, readonly Placed[]>>(kind, {
    query: { search, per_page: most, orderby: 'title', order: 'asc' },
  })
  return (body[kind] ?? [])
    .filter(({ id }) => id !== except)
    .map((one) => ({ key: String(one.id), name: nameOf(one), says: addressOf(one) }))
}

function differing(kind: Kind, one: Form, other: Form): readonly string[] {
  return formFields(kind).filter((field) => one[field] !== other[field])
}

/** The fields in which two differ; where one is, is told once. */
function rowsOf(kind: Kind, stays: Loaded, goes: Loaded): readonly Differing[] {
  const [one = '', other = ''] = coordinates
  const different = new Set(
    differing(kind, stays.form, goes.form).map((field) => (field === other ? one : field)),
  )
  return [...different].map((field) => ({
    field,
    label: labelOf(field),
    stays: shown(kind, stays, field),
    goes: shown(kind, goes, field),
  }))
}

function shown(kind: Kind, { form, record: { image } }: Loaded, field: string): ComponentChildren {
  if (field === 'image' && image) return <img src={smallOf(image)} alt={tFrame('picture')} />
  return describedOf(kind).text(field, form) || t('none')
}
