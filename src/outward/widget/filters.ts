/** The filters of an element, a frame and their maker: attributes and parameters have the names of those of lists of events. */
export const filters = [
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'free',
  'near',
  'within',
  'search',
  'q',
  'attendance_mode',
  'access',
  'time_of_day',
  'registration',
] as const
