import type { RefObject } from 'preact'

/** The field by which the browser chooses files, unseen: a button beside it opens it by `field`. */
export function Files(props: {
  readonly field: RefObject<HTMLInputElement | null>
  readonly label: string
  /** Which kinds of files; pictures unless it is said. */
  readonly accept?: string
  readonly isMany?: boolean
  readonly onChoose: (files: readonly File[]) => void
}) {
  const { field, label, accept = 'image/*', isMany = false, onChoose } = props
  return (
    <input
      ref={field}
      type="file"
      accept={accept}
      multiple={isMany}
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        onChoose([...(currentTarget.files ?? [])])
        // The same file can be chosen once more.
        currentTarget.value = ''
      }}
    />
  )
}
