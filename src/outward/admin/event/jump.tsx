import { t } from '../texts.ts'
import { unfold } from './parts.tsx'
import { t as te } from './texts.ts'

/** On phones, where the parts are far from each other: links to each. */
export function Jump({ isNew }: { readonly isNew: boolean }) {
  const parts: readonly (readonly [id: string, title: string])[] = [
    ['p-when', t('when')],
    ['p-where', t('where')],
    ['p-text', t('text')],
    ['p-picture', t('picture')],
    ['p-cost', t('cost')],
    ['p-publish', t('publishing')],
    isNew ? ['p-sorting', t('categories')] : ['p-categories', t('categories')],
  ]
  return (
    <nav class="tabs jump" aria-label={te('partsOfEvent')}>
      {parts.map(([part, title]) => (
        <a
          key={part}
          href={`#${part}`}
          onClick={(event) => {
            event.preventDefault()
            const head = document.getElementById(part)
            unfold(head)
            head?.scrollIntoView()
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
