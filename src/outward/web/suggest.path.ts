/** Where pages ask for suggestions while somebody types: without a script the search leads to the list alone. */
export const suggestPath = '/suggest'
