import type { Writer } from '../../storage/db/dialect.ts'
import type { Merging } from '../posts/posts.merge.write.ts'
import { type Template, templateIfSound } from './schedules.template.ts'

/** Series whose dates to come get any of the records, with what they are to get instead. */
export async function templatesWith(
  tx: Writer,
  { kind, into, from }: Merging,
): Promise<readonly { readonly id: number; readonly template: string }[]> {
  const gone = new Set(from)
  const now = (ids: readonly number[]) => [...new Set(ids.map((id) => (gone.has(id) ? into : id)))]
  const rows = await tx.selectFrom('series').select(['id', 'template']).execute()
  return rows.flatMap((row) => {
    const template = templateIfSound(row)
    if (!template) return []
    const next: Template = {
      ...template,
      ...(kind === 'venue' ? { venues: now(template.venues) } : {}),
      ...(kind === 'organizer' ? { organizers: now(template.organizers) } : {}),
      ...(kind === 'category' || kind === 'tag' ? { terms: termsNow(template.terms, gone, into) } : {}),
    }
    const text = JSON.stringify(next)
    return text === row.template ? [] : [{ id: row.id, template: text }]
  })
}

function termsNow(terms: Template['terms'], gone: ReadonlySet<number>, into: number): Template['terms'] {
  const byId = new Map(
    terms.map((term) => (gone.has(term.id) ? { ...term, id: into } : term)).map((term) => [term.id, term]),
  )
  return [...byId.values()]
}

/** Stores the templates. */
export async function setTemplates(
  tx: Writer,
  templates: readonly { readonly id: number; readonly template: string }[],
): Promise<void> {
  for (const { id, template } of templates)
    await tx.updateTable('series').set({ template }).where('id', '=', id).execute()
}
