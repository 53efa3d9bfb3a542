import { signal } from '@preact/signals'
import type { Submission } from '../proposals/proposals.ask.ts'
import { withProposed } from './fields.ts'
import type { Form } from './form.ts'

// Few events are opened so.
const loadAsking = () => import('../proposals/proposals.ask.ts')

/** A proposed change of an event: filled into its editor, and accepted once it is saved there. */
export function createFilling(id: number) {
  let item: Submission | undefined
  /** Who proposes it, once it is filled in. */
  const from = signal('')
  return {
    from,
    /** The form with what is proposed. Throws what reading a proposal throws. */
    fill: async (form: Form): Promise<Form> => {
      const { nameOf, readProposal } = await loadAsking()
      item = await readProposal(id)
      if (item.kind !== 'change' || item.state === 'accepted' || item.state === 'withdrawn') {
        item = undefined
        return form
      }
      from.value = nameOf(item)
      return withProposed(form, item.fields)
    },
    /** What was saved is what is accepted, with the picture unless another was chosen. Throws what accepting throws. */
    saved: async (isOtherPicture: boolean): Promise<void> => {
      if (!item) return
      const { accept } = await loadAsking()
      await accept(item, { fields: isOtherPicture ? { image: false } : {} })
      item = undefined
      from.value = ''
    },
  }
}
export type Filling = ReturnType<typeof createFilling>
