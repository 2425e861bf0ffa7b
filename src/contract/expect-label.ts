/** The label of a pull request whose next runs spend their pairs on improvements: the bot sets it, the action reads it. */
export const expectLabel = 'perigee: expect improved';
