package open

var VerifierOf = verifierOf

const MostSearches = mostSearches

var TakeTurn = (*Store).takeTurn
