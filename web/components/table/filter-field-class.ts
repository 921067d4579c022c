/** The width of a select in a `FilterBar`: as wide as the row allows, so that a few more still fit into one row. */
export const filterFieldClass = 'filter-field'
