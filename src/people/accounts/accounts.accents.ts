/** The accent of the pages in light and in dark, by the number of the colour in the stylesheet; undefined: as it is anyway. */
export const accents: Readonly<Record<string, Accent | undefined>> = {
  8: undefined,
  1: both('#0068a5', '#68b5f5'),
  6: both('#3e5fad', '#8aaefc'),
  11: both('#6d50a3', '#baa0f3'),
  4: both('#8b4486', '#dc95d5'),
  9: both('#9d3d59', '#f190a7'),
  2: both('#a04034', '#f49383'),
  7: both('#944e00', '#e89b5f'),
  12: both('#7e5e01', '#d1a84b'),
  5: both('#5e6b01', '#a6b75a'),
  10: both('#1d7635', '#73c07f'),
  3: both('#037465', '#3bc5af'),
}

/** The order in which they are shown. */
export const accentOrder = ['8', '1', '6', '11', '4', '9', '2', '7', '12', '5', '10', '3'] as const

interface Accent {
  readonly light: { readonly accent: string }
  readonly dark: { readonly accent: string }
}

function both(light: string, dark: string): Accent {
  return { light: { accent: light }, dark: { accent: dark } }
}
