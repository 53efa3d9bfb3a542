/** How many columns a day has, so that one, two or three events side by side have the same width. */
export const columnsOfDay = 6

/** How many quarters of an hour a day has, which are the rows of a week. */
export const quartersOfDay = 24 * 4

/** The widest pages, in rem, whose days stand one below the other: in a week each has up to three columns. */
const narrow = { month: 44, week: 56 }

/** The rules for days that stand one below the other, where there is no room for those of a month, or of a week, side by side. */
export function oneBelowTheOther(view: keyof typeof narrow, rules: string): string {
  return `@media (max-width: ${narrow[view]}rem) {\n${rules}}\n`
}

/**
 * The positions in a week as a stylesheet: pages must not contain styles, so each position has a class. `t`: the first row,
 * `d`: the length in rows, which is also how many lines fit, `x`: the column, `w`: the width in columns, `rows`: how many
 * rows there are.
 */
export function weekStyle(): string {
  return [
    `@media (min-width: ${narrow.week}.01rem) {`,
    ...each(quartersOfDay, (at) => `.column .t${at} { grid-row-start: ${at + 1} }`),
    ...each(
      quartersOfDay,
      (at) => `.column .d${at} { grid-row-end: span ${Math.max(1, at)}; --rows: ${at} }`,
    ),
    ...each(columnsOfDay, (at) => `.column .x${at} { grid-column-start: ${at + 1} }`),
    ...each(columnsOfDay, (at) => `.column .w${at} { grid-column-end: span ${Math.max(1, at)} }`),
    ...each(24, (at) => `.column.rows${at * 4} { grid-template-rows: repeat(${at * 4}, 0.75rem) }`),
    '.column ol { display: contents }',
    '}\n',
  ].join('\n')
}

/** A rule for each number up to the count. */
function each(count: number, rule: (at: number) => string): string[] {
  return Array.from({ length: count + 1 }, (_, at) => rule(at))
}
