import { useRead } from '../kit/read.ts'
import { MergeDialog, type Merging } from './mergeDialog.tsx'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { ask } from '../api.ts'
import { Combo } from '../combo.tsx'
import type { Option } from '../combo.finding.ts'
import { needOwnFields } from '../own/declared.ts'
import { smallOf } from '../common/media.ts'
import { t as tFrame } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import type { Differing } from './compare.tsx'
import { changesOf, coordinates, differing, type Form, load, type Loaded } from './form.ts'
import { describedOf, labelOf } from './describe.ts'
import { addressOf, type Kind, kinds, nameOf, type Placed } from './kinds.ts'
import { t } from '../common/texts.ts'

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
  const taken = useSignal<ReadonlySet<string>>(new Set())
  const wanted = useSignal(props.other)
  const { value: goes } = useRead(
    async () => {
      if (wanted.value === undefined) return undefined
      const [loaded] = await Promise.all([load(kind, wanted.value), needOwnFields()])
      // What this one does not say is taken from the other one.
      const silent = differing(kind, stays.form, loaded.form).filter((field) => !stays.form[field])
      taken.value = new Set(silent)
      return loaded
    },
    [wanted.value],
    sayFault,
  )
  return (
    <MergeDialog
      intro={
        <>
          <p class="dim" dir="auto">
            {t('mergeHint', { name: nameOf(stays.record) })}
          </p>
          {!goes && (
            <div class="field">
              <label for="m-other">{t('theOther')}</label>
              <Combo
                id="m-other"
                placeholder={t('typeName')}
                find={(typed) => findOthers(kind, typed, stays.record.id)}
                onChoose={({ key }) => (wanted.value = Number(key))}
              />
            </div>
          )}
        </>
      }
      merging={goes && mergingOf(kind, stays, goes)}
      taken={taken.value}
      onTake={(next) => (taken.value = next)}
      // A place is where both of its coordinates say.
      together={coordinates}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function mergingOf(kind: Kind, stays: Loaded, goes: Loaded): Merging {
  const formWith = (taken: ReadonlySet<string>): Form => ({
    ...stays.form,
    ...Object.fromEntries([...taken].map((field) => [field, goes.form[field] ?? ''])),
  })
  const name = nameOf(stays.record)
  return {
    path: `${kind}/${stays.record.id}`,
    etag: stays.etag,
    stays: name,
    from: goes.record.id,
    goes: nameOf(goes.record),
    rows: rowsOf(kind, stays, goes),
    changesOf: (taken) => changesOf(kind, stays.form, formWith(taken)),
    nameOf: (taken) => formWith(taken)[kinds[kind].name] ?? name,
  }
}

async function findOthers(kind: Kind, search: string, except: number): Promise<readonly Option[]> {
  const { body } = await ask<Record<Kind, readonly Placed[]>>(kind, {
    query: { search, per_page: most, orderby: 'title', order: 'asc' },
  })
  return (body[kind] ?? [])
    .filter(({ id }) => id !== except)
    .map((one) => ({ key: String(one.id), name: nameOf(one), says: addressOf(one) }))
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
