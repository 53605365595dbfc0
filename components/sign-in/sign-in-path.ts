/** Where the page to sign in on is, and how the layout learns that it is shown in the place of another. */
export const signInPath = "/sign-in";
export const signedOutHeader = "x-docent-signed-out";
