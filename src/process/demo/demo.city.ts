import { type VenueKind, venueKinds } from './demo.strand.ts'

/** Where the demo calendar is: an invented harbour city, on the ground of a real one so that maps show streets. */
export const city = {
  name: 'Haverbridge',
  country: 'United Kingdom',
  zone: 'Europe/London',
  currencyCode: 'GBP',
  currencySymbol: '£',
  /** Degrees, WGS 84. */
  centre: { lat: 51.4536, lng: -2.5975 },
} as const

/** A place of the city. */
export interface Place {
  readonly name: string
  readonly kind: VenueKind
  readonly street: string
  readonly zip: string
  /** Metres from the centre. */
  readonly east_m: number
  readonly north_m: number
  readonly about: string
}

/** Every place of the city. */
export function places(): Place[] {
  return table.trim().split('\n').map(readPlace)
}

function readPlace(line: string, index: number): Place {
  const [name = '', kindName, street = '', district = '', east = '', north = '', about = ''] =
    line.split(' | ')
  const kind = venueKinds.find((known) => known === kindName)
  if (!kind) throw new Error(`There is no kind of venue “${kindName}”.`)
  return {
    name,
    kind,
    street,
    zip: `HB${district} ${1 + (index % 9)}${letters[(index * 7) % letters.length]}${letters[index % letters.length]}`,
    east_m: Number(east),
    north_m: Number(north),
    about,
  }
}

/** Those that postcodes end in. */
const letters = 'ABDEFGHJLNPQRSTUWXYZ'

/** Name, kind, street, postal district, metres to the east and to the north of the centre, and a sentence. */
const table = `
Corn Exchange | concert hall | 1 Exchange Street | 1 | 210 | 120 | The city’s largest concert hall, with 1,800 seats under a glass roof of 1867.
Quayside Philharmonic Hall | concert hall | 40 Canon’s Quay | 1 | -320 | -260 | Home of the city orchestra; warm wood, clear sound and a foyer over the water.
The Chapel of Echoes | concert hall | 9 Priory Steps | 2 | -640 | 410 | A former chapel with 280 seats, loved by chamber players.
Theatre Royal Haverbridge | theatre | 12 King’s Row | 1 | 60 | -140 | A Georgian playhouse with a horseshoe auditorium and a working thunder run.
The Tin Shed | theatre | Unit 4, Ropewalk | 2 | 980 | -420 | A studio theatre for new writing in an old rope store.
Millgate Playhouse | theatre | 77 Millgate | 3 | 620 | 900 | A neighbourhood theatre run by its members.
Little Wonder Puppet Theatre | theatre | 3 Fiddler’s Court | 1 | -180 | 60 | Sixty small seats and a very small stage.
The Opera Barge | theatre | Berth 6, Merchants’ Dock | 1 | -540 | -380 | A floating stage; bring a blanket for the deck.
The Blue Lantern | club | 18 Cellar Lane | 1 | 140 | -40 | A jazz cellar with candles, brick vaults and a house trio.
Gasworks | club | Gasworks Yard | 2 | -1240 | -520 | A live room for 900 in the old retort house.
Night Ferry | club | Pier 3, Eastern Dock | 2 | 760 | -700 | A dance floor on a retired car ferry.
The Static | club | 61 Stokes Road | 4 | 420 | 1260 | Loud, small, friendly; three bands for the price of a sandwich.
The Heron & Ladder | pub | 2 Heron Steps | 1 | -420 | -90 | An alehouse on the quay with a session in the back room.
The Printer’s Devil | pub | 30 Type Street | 3 | 510 | 460 | Poets upstairs, pies downstairs.
The Old Ropemaker | pub | 11 Ropewalk | 2 | 1060 | -360 | Beer garden, skittle alley and a piano that is nearly in tune.
The Quiet Woman | pub | 5 Church Lane | 5 | -1490 | 720 | A village pub that the city grew around.
Haverbridge Cathedral | church | Cathedral Close | 1 | -260 | 180 | Eight centuries of stone, a ring of twelve bells and an organ of four manuals.
St Brannoc’s Church | church | St Brannoc’s Place | 4 | 90 | 1530 | A parish church with a painted ceiling and a fine acoustic.
Quaker Meeting House | church | 14 Friar Street | 1 | 330 | 300 | A plain, light room with a walled garden.
Seamen’s Mission Chapel | church | 8 Eastern Dock | 2 | 690 | -610 | Ship models hang from the roof; concerts by candlelight in winter.
City Museum | museum | 50 Park Parade | 5 | -810 | 560 | From ichthyosaurs to trams, with free entry since 1905.
Harbour Museum | museum | Warehouse C, Princes Wharf | 1 | -120 | -480 | Cranes that still turn, boats that still float.
Museum of Everyday Things | museum | 21 Penny Lane | 3 | 720 | 610 | Kettles, keys, bus tickets: the history of what is always at hand.
Observatory House | museum | Cliffe Down | 6 | -2140 | 330 | A telescope from 1889 and a camera obscura above the gorge.
Kiln Gallery | gallery | 7 Kiln Yard | 2 | 860 | -180 | Contemporary art in a bottle kiln; four shows a year.
White Wharf | gallery | 2 Wharf Road | 1 | -360 | -330 | The international one, with the good café.
The Annexe | gallery | 19 Stokes Road | 4 | 380 | 1080 | Artists’ studios with a project space at the front.
Northgate Print Rooms | gallery | 33 Northgate | 3 | 240 | 700 | Presses, plan chests and an exhibition wall.
Light House | gallery | Pump House, Cumber Basin | 2 | -1560 | -400 | Photography and moving image beside the lock.
The Orpheum | cinema | 90 Regent Street | 5 | -960 | 840 | An art-deco picture house with an organ that rises from the floor.
Reel Room | cinema | 4 Canon’s Quay | 1 | -290 | -210 | Two screens for films that arrive in cans and on drives.
Dockside Drive-In | cinema | Western Lawn, Cumber Basin | 2 | -1680 | -480 | Films under the bridge, from May to September.
Central Library | library | College Green | 1 | -230 | 90 | Vaulted reading rooms and a cheerful children’s floor.
Eastfield Library | library | 200 Eastfield Road | 7 | 2210 | 980 | Books, warmth, printers and a makerspace.
Millgate Library | library | 1 Baker’s Row | 3 | 560 | 1010 | A Carnegie library with a rose garden.
University Great Hall | college | College Hill | 5 | -590 | 640 | Portraits, a hammerbeam roof and public lectures on Thursdays.
School of Navigation | college | 6 Compass Row | 1 | -60 | -360 | Evening classes where captains once learned the stars.
Workers’ Institute | college | 55 Union Street | 3 | 450 | 210 | Adult learning since 1851.
The Making Rooms | workshop | Unit 9, Gasworks Yard | 2 | -1190 | -470 | Benches, lathes, looms and laser cutters to share.
Clay & Co. | workshop | 15 Kiln Yard | 2 | 890 | -210 | Twelve wheels, three kilns, one cat.
Paper Moon Bindery | workshop | 28 Type Street | 3 | 530 | 440 | Paper, thread and patience.
Repair Works | workshop | Arch 12, Viaduct Street | 7 | 1480 | 240 | Bring it broken, take it home mended.
Eastfield Community Centre | community centre | 180 Eastfield Road | 7 | 2140 | 940 | A hall, a kitchen and a noticeboard that somebody really reads.
Ropewalk Social Hall | community centre | 22 Ropewalk | 2 | 1100 | -300 | A sprung floor of 1922 and tea at the hatch.
St Brannoc’s Family Hub | community centre | 40 St Brannoc’s Road | 4 | 150 | 1610 | Soft play, good advice, strong coffee.
The Lock-Keeper’s Rooms | community centre | 1 Lock Side | 2 | -1430 | -350 | Meeting rooms over the water.
Priory Hill Youth Centre | community centre | 12 Priory Hill | 5 | -740 | 1010 | Climbing wall, music room, table tennis.
Victoria Park | park | Park Parade | 5 | -900 | 380 | Bandstand, boating pond and the best plane trees in the county.
Cliffe Wood | park | Cliffe Down | 6 | -2320 | 120 | Ancient woodland above the gorge.
Botanic Garden | park | Hollybush Lane | 6 | -1960 | 1620 | Glasshouses, a physic garden and giant water lilies.
Eastfield Community Orchard | park | Orchard Way | 7 | 2430 | 1120 | Seventy kinds of apple, looked after by volunteers.
Exchange Square | square | Exchange Square | 1 | 180 | 60 | The middle of everything.
Canon’s Quay Amphitheatre | square | Canon’s Quay | 1 | -350 | -300 | Stone steps around an open-air stage by the water.
Millgate Green | square | Millgate | 3 | 600 | 860 | A triangle of grass with a great deal going on.
Harbour Stadium | sports ground | Stadium Way | 7 | 1840 | -920 | Home of the Haverbridge Herons; 21,000 seats.
Lido and Baths | sports ground | 10 Oakfield Place | 5 | -1020 | 710 | A heated outdoor pool from 1850 with a sauna beside it.
County Cricket Ground | sports ground | Nevil Road | 4 | 260 | 2380 | White flannels, deckchairs, cake.
St Nicholas Market | market | Corn Street | 1 | 120 | 40 | Glazed arcades of food stalls and second-hand books.
Ropewalk Night Market | market | Ropewalk | 2 | 1020 | -390 | String lights, street food, queues that are worth it.
Tern & Turnstone | cafe | 3 Merchants’ Dock | 1 | -470 | -350 | Coffee, records and a small stage on Fridays.
Second Cup Reading Café | cafe | 16 Baker’s Row | 3 | 570 | 980 | Shelves to the ceiling, cake to the window.
`
