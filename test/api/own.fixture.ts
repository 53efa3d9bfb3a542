export const options = [
  { value: 'children', label: { en: 'Children', de: 'Kinder' } },
  { value: 'adults', label: 'Adults' },
]
/** A field of a choice of several. */
export const audience = { name: 'audience', type: 'choices', label: 'For whom', options }
export const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }
