/** The options of every command that reads a site: as whom, and how fast. */
export const siteOptions = {
  user: { value: 'LOGIN', says: 'Read the site as this user of it, with drafts and private records.' },
  password: {
    value: 'PASSWORD',
    says: 'The application password of that user; others on this machine can see it in the list of processes.',
  },
  'password-file': {
    value: 'FILE',
    says: 'A file whose first line is that password. Without either it is IMPORT_PASSWORD, or asked for.',
  },
  concurrency: { value: 'NUMBER', says: 'Pages of a site asked for at the same time; 2 if not given.' },
} as const
