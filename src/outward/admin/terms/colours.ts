/** The colours of categories, in the order in which they are offered: the names of the service, and of the texts. */
export const colourNames = [
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
