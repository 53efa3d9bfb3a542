/** The path of the accessibility statement. */
export const accessibilityPath = '/accessibility'
