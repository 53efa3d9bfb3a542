/** Formats that calendars come in and that are not read here: how they begin, and what is to be done instead. */
const formats: readonly (readonly [begins: RegExp, says: string])[] = [
  [
    // D0 CF 11 E0, in the code page of Windows or as UTF-8 that is none.
    /^(?:PK\p{Cc}{2}|\u00d0\u00cf\p{Cc}\u00e0|\ufffd\ufffd\p{Cc}\ufffd)/u,
    'it is a workbook of a spreadsheet (.xlsx, .xls or .ods), not a table as text. Save the sheet as CSV and import that: in ' +
      'Excel by File, Save As, “CSV UTF-8 (comma delimited)”; in LibreOffice by File, Save As, “Text CSV”; in Google Sheets by ' +
      'File, Download, “Comma-separated values”.',
  ],
  [
    /^\s*<(?=[^]*<wp:wxr_version\b)/,
    'it is an export of WordPress (WXR). Import the running site by its address instead, which tells more: “kalends import https://old.example”.',
  ],
  [
    /^\s*<(?:\?xml\b[^<>]*>\s*<)?(?:rss|feed|rdf:RDF)\b/,
    'it is a feed of news (RSS or Atom), which tells when something was published, not when it takes place. Import a calendar (.ics) of the site, or its address.',
  ],
  [
    /^\s*<(?:\?xml\b[^<>]*>\s*<)?icalendar\b|^\s*\[\s*"vcalendar"/,
    'it is a calendar as XML or JSON (xCal, jCal). Import it as iCalendar (.ics), in which programs write it as well.',
  ],
  [
    /^%PDF-/,
    'it is a PDF file, for people to read. Import a calendar (.ics), a table (CSV) or a page of events.',
  ],
]

/** In how much of a text its format shows, in characters. */
const beginning = 4_096

/** What is to be done with a file of a format that is not read; undefined for other texts. */
export function unreadFormat(text: string): string | undefined {
  const begins = text.slice(0, beginning)
  return formats.find(([pattern]) => pattern.test(begins))?.[1]
}
