/** What `{words}` in the texts of the demo calendar stand for. All people and bands are invented. */
export const words: Readonly<Record<string, readonly string[]>> = {
  first: list(
    'Amara, Beatriz, Callum, Dilys, Elif, Farah, Gwen, Hamish, Ines, Jonas, Keziah, Leila, Mateus, Nadia, Oluwaseun, Priya, Quentin, Rosalind, Sanjay, Tomasz, Una, Vera, Wilfred, Xanthe, Yusuf, Zofia, Ottoline, Marguerite, Kofi, Ailbhe',
  ),
  last: list(
    'Abara, Bellweather, Castellan, Dunmore, Eastlake, Fenwick, Garrod, Hollis, Iqbal, Jarrow, Kessler, Lindqvist, Marchetti, Novak, Okafor, Pellam, Quayle, Rahman, Sable, Thackray, Underhill, Vasquez, Whitlock, Yardley, Zielinski, Ferreira, Mbeki, Tanaka, O’Malley, St Clair',
  ),
  colour: list(
    'Amber, Cobalt, Crimson, Ivory, Indigo, Ochre, Scarlet, Silver, Velvet, Verdigris, Copper, Saffron',
  ),
  thing: list(
    'Lanterns, Herons, Tides, Tenants, Postcards, Foxes, Weathervanes, Orchards, Magpies, Telegrams, Sparrows, Engines, Satellites, Ferries, Pilgrims, Almanacs, Cartographers, Lighthouses, Comets, Rivals',
  ),
  one: list(
    'Lantern, Heron, Orchard, Signal, Compass, Kite, Lighthouse, Mirror, Staircase, Garden, Winter, Bridge, Letter, Clock, Island, Threshold, Echo, Ferry, Map, Feather',
  ),
  composer: list(
    'Bach, Schubert, Clara Schumann, Brahms, Debussy, Ravel, Fauré, Dvořák, Elgar, Vaughan Williams, Sibelius, Mendelssohn, Florence Price, Haydn, Mozart, Purcell, Ethel Smyth, Shostakovich, Grieg, Lili Boulanger',
  ),
  instrument: list(
    'Piano, Cello, Violin, Harp, Clarinet, Lute, Oboe, Guitar, Viola, Trumpet, Harpsichord, Flute, Horn, Accordion',
  ),
  ensemble: list('Quartet, Trio, Ensemble, Consort, Players, Sinfonia, Soloists, Collective'),
  folk: list(
    'Appalachian, Balkan, Breton, Cape Verdean, Irish, Klezmer, Malian, Northumbrian, Quebecois, Scandinavian, Welsh, Andalusian',
  ),
  drama: list(
    'The Tempest, Twelfth Night, The Cherry Orchard, An Inspector Calls, A Doll’s House, The Importance of Being Earnest, Much Ado About Nothing, Hedda Gabler, Uncle Vanya, Antigone, The Rivals, Macbeth',
  ),
  opera: list(
    'La bohème, The Magic Flute, Carmen, Dido and Aeneas, Eugene Onegin, The Cunning Little Vixen, Così fan tutte, Tosca',
  ),
  dance: list('Contemporary, Flamenco, Hip-Hop, Kathak, Ballet, Tango, Ceilidh, Butoh'),
  film: list(
    'Metropolis, The General, City Lights, Nosferatu, The Passion of Joan of Arc, Sunrise, Man with a Movie Camera, The Cabinet of Dr. Caligari, Sherlock Jr., Pandora’s Box, Safety Last!, The Gold Rush',
  ),
  country: list(
    'Argentina, Brazil, Chile, Georgia, Ghana, Iceland, India, Iran, Ireland, Japan, Korea, Lebanon, Mexico, Norway, Poland, Portugal, Senegal, Türkiye',
  ),
  material: list('Glass, Clay, Paper, Wool, Ink, Driftwood, Light, Silk, Steel, Salt, Willow, Stone'),
  craft: list(
    'Lino Printing, Bookbinding, Wheel Throwing, Basket Weaving, Letterpress, Watercolour, Natural Dyeing, Spoon Carving, Silver Clay, Calligraphy, Screen Printing, Visible Mending, Stained Glass, Upholstery',
  ),
  topic: list(
    'Why Rivers Move, The Secret Life of Lichens, How Cities Sleep, Reading Medieval Graffiti, The Physics of Bread, A Short History of Zero, Maps That Lied, Listening to Whales, The Chemistry of Colour, What Bees Know, Time Zones and Tides, The Language of Bells, Slow Earthquakes, Counting the Stars',
  ),
  story: list(
    'The Salt Road, A Field Guide to Leaving, Small Hours, The Cartographer’s Daughter, Ordinary Weather, The Last Ferry, Nine Kinds of Silence, Hearsay, The Glass Orchard, Tidewrack, Borrowed Light, An Atlas of Rain',
  ),
  tale: list(
    'The Moon Who Lost Her Shadow, Captain Pip and the Paper Whale, The Bear Who Baked, Three Little Tugboats, The Snow Giraffe, Marmalade in Space, The Dragon’s Dentist, Hedgehog’s Big Parade',
  ),
  dish: list(
    'Sourdough, Dumplings, Paella, Tamales, Ramen, Injera, Pierogi, Dosa, Focaccia, Kimchi, Tagine, Pastéis de Nata, Curry, Mezze',
  ),
  drink: list('Cider, Natural Wine, Craft Beer, Coffee, Gin, Tea, Whisky, Vermouth'),
  bird: list(
    'Avocets, Curlews, Kingfishers, Nightingales, Swifts, Redwings, Sand Martins, Owls, Peregrines, Wagtails',
  ),
  area: list(
    'Harbourside, Old Town, Millgate, St Brannoc’s, Ropewalk, Cliffe Wood, Northgate, Eastfield, Gasworks Yard, Priory Hill',
  ),
  walk: list(
    'Street Names, Lost Rivers, Ghost Signs, Dock Workers, Women Who Built the City, Brewers and Bakers, Bridges, Night-Soil and Clean Water, Stonemasons, Smugglers',
  ),
  plant: list(
    'Apple Trees, Dahlias, Ferns, Heritage Tomatoes, Lavender, Roses, Snowdrops, Wildflower Meadows',
  ),
  skill: list(
    'Touch Typing, First Aid, Bicycle Maintenance, Public Speaking, Family History, Sign Language, Spreadsheets, Photography, Creative Writing, Astronomy',
  ),
  tongue: list('Arabic, French, German, Italian, Japanese, Polish, Portuguese, Spanish, Urdu, Welsh'),
  rival: list(
    'Ashcombe, Barrow Vale, Castlebridge, Dunmouth, Easthaven, Fairwater, Kingsholm, Ludbrook, Penmarsh, Wexcombe',
  ),
  genre: list(
    'Post-Punk, Dream Pop, Northern Soul, Indie Folk, Afrobeat, Synthwave, Garage Rock, Dub, Disco, Drum & Bass',
  ),
  matter: list(
    'Parks and Trees, Cycling, Library Services, Flood Defences, Night Buses, School Streets, The Old Gasworks, Allotments',
  ),
}

/** Names that are written on one line, separated by commas. */
function list(names: string): readonly string[] {
  return names.split(', ')
}
