import { declare } from './declare.ts'
import { html, link, text } from './field.ts'
import {
  author,
  date,
  date_utc,
  describing,
  excerpt,
  image,
  named,
  ofEvent,
  ofEventThere,
  slug,
  status,
  own,
} from './posts.fields.ts'

/** The fields of an organizer, in the order of the parameters (specification 2), followed by our extensions (D46). */
export const organizerFields = declare('organizer', {
  author,
  date,
  date_utc,
  organizer: text('The name of the organizer.', { ...named, headers: 'organizers' }),
  description: html('The description of the organizer, with HTML.', {
    ...describing,
    headers: 'organizer_description',
  }),
  status: { ...status, mcp: ofEvent },
  phone: text('The phone number.', {
    at: 'image',
    numbers: true,
    format: 'tel',
    wp: '_OrganizerPhone',
    headers: 'organizer_phone',
    section: 'about',
  }),
  website: link('The website of the organizer.', {
    member: 'The website.',
    wp: '_OrganizerWebsite',
    headers: 'organizer_website',
    section: 'about',
  }),
  email: text('The e-mail address of the organizer.', {
    member: 'The e-mail address.',
    format: 'email',
    wp: '_OrganizerEmail',
    headers: 'organizer_email',
    section: 'about',
  }),
  image: { ...image, jsonld: ofEventThere },
  excerpt,
  slug,
  fields: own,
})
