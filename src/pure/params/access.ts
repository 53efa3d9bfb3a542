/** What helps people get in and take part, by the fields of venues that say so. */
export const accessFields = ['step_free', 'accessible_toilet', 'hearing_loop'] as const
export type AccessField = (typeof accessFields)[number]
