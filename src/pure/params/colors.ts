/**
 * The colours of categories, in the order of their numbers in stylesheets. Only these can be chosen: each has a contrast that was
 * measured, on light and on dark ground.
 */
export const colorNames = [
  'blue',
  'vermilion',
  'teal',
  'orchid',
  'olive',
  'cobalt',
  'orange',
  'lagoon',
  'rose',
  'green',
  'violet',
  'ochre',
] as const
export type ColorName = (typeof colorNames)[number]
