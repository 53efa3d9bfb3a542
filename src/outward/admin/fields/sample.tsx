import { Icon } from '../icons.tsx'
import { Asked } from '../own/asked.tsx'
import { t as to } from '../own/texts.ts'
import { isChoice } from '../../../fields/own/declaration.ts'
import { type Form, valueOf } from './form.ts'
import { textOf } from './names.ts'
import { t } from './texts.ts'

/** How the field is asked by what is entered of it so far: to be looked at alone. */
export function Sample({ form }: { readonly form: Form }) {
  const { type, required, internal } = form
  const options = isChoice(type)
    ? form.options.map((line) => ({ value: valueOf(line, form.options), label: textOf(line.label) }))
    : []
  const label = textOf(form.label)
  if (label === '') return null
  return (
    <section class="own-sample">
      <h3>{t('sample')}</h3>
      <div inert>
        {internal && (
          <p class="hint">
            <Icon name="lock" /> {to('onlyEditorsSee')}
          </p>
        )}
        <Asked
          field={{ name: 'sample', type, label, help: textOf(form.help), options, required }}
          id="own-sample"
          name="own-sample"
          value={undefined}
          fault={undefined}
          isReadOnly={false}
          onEnter={() => {}}
        />
      </div>
    </section>
  )
}
