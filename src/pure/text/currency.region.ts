/** The currency of each country (ISO 3166, ISO 4217) whose own it is; Intl does not tell. */
const table =
  'AED:AE AFN:AF ALL:AL AMD:AM AOA:AO ARS:AR AUD:AU,KI,NR,TV AZN:AZ BAM:BA BBD:BB BDT:BD BHD:BH BIF:BI BMD:BM BND:BN BOB:BO ' +
  'BRL:BR BSD:BS BTN:BT BWP:BW BYN:BY BZD:BZ CAD:CA CDF:CD CHF:CH,LI CLP:CL CNY:CN COP:CO CRC:CR CUP:CU CVE:CV CZK:CZ DJF:DJ ' +
  'DKK:DK,FO,GL DOP:DO DZD:DZ EGP:EG ERN:ER ETB:ET ' +
  'EUR:AD,AT,AX,BE,BG,BL,CY,DE,EE,ES,FI,FR,GF,GP,GR,HR,IE,IT,LT,LU,LV,MC,ME,MF,MQ,MT,NL,PM,PT,RE,SI,SK,SM,TF,VA,XK,YT ' +
  'FJD:FJ FKP:FK GBP:GB,GG,GS,IM,JE GEL:GE GHS:GH GIP:GI GMD:GM GNF:GN GTQ:GT GYD:GY HKD:HK HNL:HN HTG:HT HUF:HU IDR:ID ' +
  'ILS:IL,PS INR:IN IQD:IQ IRR:IR ISK:IS JMD:JM JOD:JO JPY:JP KES:KE KGS:KG KHR:KH KMF:KM KPW:KP KRW:KR KWD:KW KYD:KY KZT:KZ ' +
  'LAK:LA LBP:LB LKR:LK LRD:LR LSL:LS LYD:LY MAD:EH,MA MDL:MD MGA:MG MKD:MK MMK:MM MNT:MN MOP:MO MRU:MR MUR:MU MVR:MV MWK:MW ' +
  'MXN:MX MYR:MY MZN:MZ NAD:NA NGN:NG NIO:NI NOK:NO,SJ NPR:NP NZD:CK,NU,NZ,PN,TK OMR:OM PAB:PA PEN:PE PGK:PG PHP:PH PKR:PK ' +
  'PLN:PL PYG:PY QAR:QA RON:RO RSD:RS RUB:RU RWF:RW SAR:SA SBD:SB SCR:SC SDG:SD SEK:SE SGD:SG SHP:SH SLE:SL SOS:SO SRD:SR ' +
  'SSP:SS STN:ST SYP:SY SZL:SZ THB:TH TJS:TJ TMT:TM TND:TN TOP:TO TRY:TR TTD:TT TWD:TW TZS:TZ UAH:UA UGX:UG ' +
  'USD:AS,BQ,EC,GU,IO,MH,MP,FM,PR,PW,SV,TC,TL,UM,US,VG,VI UYU:UY UZS:UZ VES:VE VND:VN VUV:VU WST:WS XAF:CF,CG,CM,GA,GQ,TD ' +
  'XCD:AG,AI,DM,GD,KN,LC,MS,VC XOF:BF,BJ,CI,GW,ML,NE,SN,TG XPF:NC,PF,WF YER:YE ZAR:ZA ZMW:ZM ZWG:ZW'

/** Every currency that is some country's own. */
export const currenciesInUse: readonly string[] = table.split(' ').map((row) => row.slice(0, 3))

const byRegion: ReadonlyMap<string, string> = new Map(
  table.split(' ').flatMap((row) =>
    row
      .slice(4)
      .split(',')
      .map((region) => [region, row.slice(0, 3)] as const),
  ),
)

/** The currency of a country, by its code of two letters; undefined where it is not known. */
export function currencyOfRegion(region: string): string | undefined {
  return byRegion.get(region)
}

/** How a language writes amounts of a currency: its sign, and on which side of the number it stands. */
export function costFormOf(
  tag: string,
  currency: string,
): { readonly symbol: string; readonly position: 'prefix' | 'postfix' } {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const parts = format.formatToParts(1).map(({ type }) => type)
  const symbol = format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency
  return {
    // Marks of direction are no part of a sign.
    symbol: symbol.replaceAll(/[\u200e\u200f\u061c]/g, '').trim(),
    position: parts.indexOf('currency') < parts.indexOf('integer') ? 'prefix' : 'postfix',
  }
}
